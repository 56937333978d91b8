import { type KeyObject, randomBytes } from 'node:crypto';
import { type AccountRecord, type StoredSecret, seal, TintypeError } from '@tintype/contracts';
import { openAccount } from './account.js';

/** Every secret of an account is tried on every request. */
const mostSecrets = 10;

/** 256 bits, base64url. */
export const generateSecret = (): string => randomBytes(32).toString('base64url');

export interface NewSecret {
  account: string;
  text: string;
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

/**
 * The record without a secret. The last one stays: an account without any answers everybody "Invalid hash" and looks
 * like a client's mistake, while `disabled` says what is meant.
 */
export const withoutSecret = (record: AccountRecord, secretId: string): AccountRecord => {
  const secrets = record.secrets.filter((secret) => secret.id !== secretId);
  if (secrets.length === record.secrets.length) throw new TintypeError('not_found', 'There is no such secret.');
  if (secrets.length > 0) return { ...record, secrets };
  throw new TintypeError('invalid_request', 'The last secret stays: add another first, or disable the account.');
};

/**
 * The record with exactly this secret of the environment, and its own where it has it already, so that replicas that
 * start together write once. Throws an UnsealError when a secret of the account cannot be opened.
 */
export const withEnvironmentSecret = (
  record: AccountRecord,
  masterKey: KeyObject,
  { account, text }: Omit<NewSecret, 'origin'>,
): AccountRecord => {
  const texts = openAccount(account, record, masterKey).secrets;
  const fromEnvironment = record.secrets.flatMap(({ origin }, at) => (origin === 'environment' ? [texts[at]] : []));
  if (fromEnvironment.length === 1 && fromEnvironment[0] === text) return record;
  const others = record.secrets.filter(({ origin }) => origin !== 'environment');
  return { ...record, secrets: [...others, sealSecret(masterKey, { account, text, origin: 'environment' })] };
};
