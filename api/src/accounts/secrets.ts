import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { type AccountRecord, type StoredSecret, seal, TintypeError, UnsealError, unseal } from '@tintype/contracts';
import { openAccount } from './account.js';

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
const rememberRemoved = (record: AccountRecord, masterKey: KeyObject, secret: SecretText): AccountRecord => ({
  ...record,
  removedSecrets: [...(record.removedSecrets ?? []), fingerprint(masterKey, secret)].slice(-mostRemembered),
});

/** The admin routes have removed this secret: whatever still names it does not bring it back. */
export const wasRemoved = (record: AccountRecord, masterKey: KeyObject, secret: SecretText): boolean =>
  record.removedSecrets?.includes(fingerprint(masterKey, secret)) ?? false;

/** Every secret of an account is tried on every request. */
const mostSecrets = 10;

/** 256 bits, base64url. */
export const generateSecret = (): string => randomBytes(32).toString('base64url');

export interface NewSecret extends SecretText {
  origin: StoredSecret['origin'];
}

/** Seals a secret under a new id. */
export const sealSecret = (masterKey: KeyObject, { account, text, origin }: NewSecret): StoredSecret => {
  const id = `sec_${randomBytes(8).toString('hex')}`;
  const sealed = seal(masterKey, { account, secretId: id }, text);
  return { id, sealed, createdAt: new Date().toISOString(), origin };
};

/** The record with one more secret. */
export const withSecret = (record: AccountRecord, secret: StoredSecret): AccountRecord => {
  if (record.secrets.length >= mostSecrets) {
    throw new TintypeError('invalid_request', `An account has at most ${mostSecrets} secrets: remove one first.`);
  }
  return { ...record, secrets: [...record.secrets, secret] };
};

/** Undefined when it was sealed under another master key. */
const opened = (masterKey: KeyObject, account: string, { id, sealed }: StoredSecret): string | undefined => {
  try {
    return unseal(masterKey, { account, secretId: id }, sealed);
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
};

/**
 * The record without a secret, wherever else that lies in it, and remembering so, unless nobody can open it any more. The
 * last one stays: an account without any answers everybody "Invalid hash" and looks like a client's mistake, while
 * `disabled` says what is meant.
 */
export const withoutSecret = (
  record: AccountRecord,
  masterKey: KeyObject,
  { account, secretId }: { account: string; secretId: string },
): AccountRecord => {
  const removed = record.secrets.find(({ id }) => id === secretId);
  if (!removed) {
    const those = `\`GET /admin/v1/accounts/${account}\` shows those that it has`;
    throw new TintypeError('not_found', `The account \`${account}\` has no such secret: ${those}.`);
  }
  const text = opened(masterKey, account, removed);
  const isTwin = (secret: StoredSecret) => text !== undefined && opened(masterKey, account, secret) === text;
  const secrets = record.secrets.filter((secret) => secret !== removed && !isTwin(secret));
  if (secrets.length === 0)
    throw new TintypeError('invalid_request', 'The last secret stays: add another first, or disable the account.');
  const rest = { ...record, secrets };
  return text === undefined ? rest : rememberRemoved(rest, masterKey, { account, text });
};

/**
 * The record with exactly this secret of the environment, and its own where it has it already, so that replicas that
 * start together write once. One that was removed stays away. Throws an UnsealError when a secret of the account cannot be opened.
 */
export const withEnvironmentSecret = (
  record: AccountRecord,
  masterKey: KeyObject,
  secret: SecretText,
): AccountRecord => {
  const { account, text } = secret;
  const texts = openAccount(account, record, masterKey).secrets;
  const at = texts.indexOf(text);
  if (wasRemoved(record, masterKey, secret)) return record;
  const fromEnvironment = record.secrets.flatMap(({ origin }, each) => (origin === 'environment' ? [texts[each]] : []));
  if (fromEnvironment.length === 1 && fromEnvironment[0] === text) return record;
  const others = record.secrets.filter(({ origin }, each) => origin !== 'environment' && each !== at);
  // What the admin routes have made and somebody wrote into the environment is one secret, and goes with one removal.
  const kept = record.secrets[at] ?? sealSecret(masterKey, { account, text, origin: 'environment' });
  return { ...record, secrets: [...others, { ...kept, origin: 'environment' }] };
};
