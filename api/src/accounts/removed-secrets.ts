import { createHmac, type KeyObject } from 'node:crypto';
import type { AccountRecord } from '@tintype/contracts';

/** A secret in the clear, and whose it is. */
export interface SecretText {
  account: string;
  text: string;
}

/** Some 25 kB: a record is read as a whole. What was removed a thousand removals ago is forgotten. */
const mostRemembered = 1000;

/**
 * By the master key, so that whoever reads a record cannot try out secrets on it, and of 128 bits. Ids of accounts hold no
 * space, so that no two secrets read the same.
 */
const fingerprint = (masterKey: KeyObject, { account, text }: SecretText): string =>
  createHmac('sha256', masterKey)
    .update(`tintype removed secret ${account} ${text}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');

/** The record that remembers that a secret was removed. */
export const rememberRemoved = (record: AccountRecord, masterKey: KeyObject, secret: SecretText): AccountRecord => ({
  ...record,
  removedSecrets: [...(record.removedSecrets ?? []), fingerprint(masterKey, secret)].slice(-mostRemembered),
});

/** The admin routes have removed this secret: whatever still names it does not bring it back. */
export const wasRemoved = (record: AccountRecord, masterKey: KeyObject, secret: SecretText): boolean =>
  record.removedSecrets?.includes(fingerprint(masterKey, secret)) ?? false;
