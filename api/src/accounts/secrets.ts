import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { type AccountRecord, type StoredSecret, seal, TintypeError, UnsealError, unseal } from '@tintype/contracts';
import { decryptAccount } from './account.js';

export interface SecretText {
  account: string;
  text: string;
}

/** A record keeps the last 1,000 fingerprints. They take about 25 kB, and each read of the record loads them. */
const maxRemembered = 1000;

/**
 * The first 128 bits of an HMAC under the master key: a reader of the record cannot test guesses. An account's id has
 * no space, so no two pairs of account and secret give the same text.
 */
const fingerprint = (masterKey: KeyObject, { account, text }: SecretText): string =>
  createHmac('sha256', masterKey)
    .update(`tintype removed secret ${account} ${text}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');

const rememberRemoved = (record: AccountRecord, masterKey: KeyObject, secret: SecretText): AccountRecord => ({
  ...record,
  removedSecrets: [...(record.removedSecrets ?? []), fingerprint(masterKey, secret)].slice(-maxRemembered),
});

/** Whether a route removed this secret: then TINTYPE_ACCOUNT must not add it again. */
export const wasRemoved = (record: AccountRecord, masterKey: KeyObject, secret: SecretText): boolean =>
  record.removedSecrets?.includes(fingerprint(masterKey, secret)) ?? false;

/** At most ten, because each request tries every secret of its account. */
const maxSecrets = 10;

/** 256 bits, base64url. */
export const generateSecret = (): string => randomBytes(32).toString('base64url');

export interface NewSecret extends SecretText, Pick<StoredSecret, 'origin' | 'scope' | 'name'> {}

export const sealSecret = (masterKey: KeyObject, { account, text, ...about }: NewSecret): StoredSecret => {
  const id = `sec_${randomBytes(8).toString('hex')}`;
  const sealed = seal(masterKey, { account, secretId: id }, text);
  return { id, sealed, createdAt: new Date().toISOString(), ...about };
};

export const withSecret = (record: AccountRecord, secret: StoredSecret): AccountRecord => {
  if (record.secrets.length >= maxSecrets) {
    throw new TintypeError('invalid_request', `An account has at most ${maxSecrets} secrets: remove one first.`);
  }
  return { ...record, secrets: [...record.secrets, secret] };
};

/** Undefined if another master key sealed it. */
const decrypted = (masterKey: KeyObject, account: string, { id, sealed }: StoredSecret): string | undefined => {
  try {
    return unseal(masterKey, { account, secretId: id }, sealed);
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
};

/**
 * Removes a secret and its copies, and records the removal if the secret can be decrypted. Refuses to remove the last
 * secret: clients would get "Invalid hash". Disable the account instead.
 */
export const withoutSecret = (
  record: AccountRecord,
  masterKey: KeyObject,
  { account, secretId }: { account: string; secretId: string },
): AccountRecord => {
  const removed = record.secrets.find(({ id }) => id === secretId);
  if (!removed) {
    throw new TintypeError('not_found', `The account \`${account}\` has no secret with this id: list its secrets.`);
  }
  const text = decrypted(masterKey, account, removed);
  const isCopy = (secret: StoredSecret) => text !== undefined && decrypted(masterKey, account, secret) === text;
  const secrets = record.secrets.filter((secret) => secret !== removed && !isCopy(secret));
  if (secrets.length === 0)
    throw new TintypeError(
      'invalid_request',
      'This is the last secret of the account: add another one first. Administrators may disable the account instead.',
    );
  const rest = { ...record, secrets };
  return text === undefined ? rest : rememberRemoved(rest, masterKey, { account, text });
};

/** The administrator writes TINTYPE_ACCOUNT, so its secret manages the account. */
const fromEnvironment = { origin: 'environment', scope: 'manage' } as const;

/** Returns the record. Throws `invalid_request` if it has no secret with the scope `manage`. */
export const requireManagingSecret = (record: AccountRecord): AccountRecord => {
  if (record.secrets.some(({ scope }) => scope === 'manage')) return record;
  throw new TintypeError(
    'invalid_request',
    'This is the last secret of the account with the scope `manage`: add another one with that scope first.',
  );
};

/**
 * Makes this the record's only secret of the environment. Returns the record unchanged if that is so already: replicas
 * that start together write once. Returns it unchanged too if a route removed the secret. Throws an UnsealError if a
 * secret cannot be decrypted.
 */
export const withEnvironmentSecret = (
  record: AccountRecord,
  masterKey: KeyObject,
  secret: SecretText,
): AccountRecord => {
  const { account, text } = secret;
  const texts = decryptAccount(account, record, masterKey).secrets.map((each) => each.text);
  const at = texts.indexOf(text);
  if (wasRemoved(record, masterKey, secret)) return record;
  const environmentTexts = record.secrets.flatMap(({ origin }, index) =>
    origin === 'environment' ? [texts[index]] : [],
  );
  if (environmentTexts.length === 1 && environmentTexts[0] === text) return record;
  const others = record.secrets.filter(({ origin }, index) => origin !== 'environment' && index !== at);
  // If an admin route added the same secret, it stays one entry, so that one removal is enough.
  const kept = record.secrets[at] ?? sealSecret(masterKey, { account, text, ...fromEnvironment });
  return { ...record, secrets: [...others, { ...kept, ...fromEnvironment }] };
};
