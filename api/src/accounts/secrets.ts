import { type KeyObject, randomBytes } from 'node:crypto';
import { type AccountRecord, type StoredSecret, seal, TintypeError } from '@tintype/contracts';
import { openAccount } from './account.js';
import { rememberRemoved, type SecretText, wasRemoved } from './removed-secrets.js';

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

/** The record without the secrets of this text; undefined when none would be left. */
const withoutText = (record: AccountRecord, texts: readonly string[], text: string): AccountRecord | undefined => {
  const secrets = record.secrets.filter((_, at) => texts[at] !== text);
  return secrets.length > 0 ? { ...record, secrets } : undefined;
};

/**
 * The record without a secret, wherever else that lies in it, and remembering so. The last one stays: an account without
 * any answers everybody "Invalid hash" and looks like a client's mistake, while `disabled` says what is meant. Throws an
 * UnsealError when a secret of the account cannot be opened.
 */
export const withoutSecret = (
  record: AccountRecord,
  masterKey: KeyObject,
  { account, secretId }: { account: string; secretId: string },
): AccountRecord => {
  const texts = openAccount(account, record, masterKey).secrets;
  const text = texts[record.secrets.findIndex(({ id }) => id === secretId)];
  if (text === undefined) {
    const those = `\`GET /admin/v1/accounts/${account}\` shows those that it has`;
    throw new TintypeError('not_found', `The account \`${account}\` has no such secret: ${those}.`);
  }
  const rest = withoutText(record, texts, text);
  if (rest) return rememberRemoved(rest, masterKey, { account, text });
  throw new TintypeError('invalid_request', 'The last secret stays: add another first, or disable the account.');
};

/**
 * The record with exactly this secret of the environment, and its own where it has it already, so that replicas that
 * start together write once. One that was removed stays away, also where an older release has put it back. Throws an
 * UnsealError when a secret of the account cannot be opened.
 */
export const withEnvironmentSecret = (
  record: AccountRecord,
  masterKey: KeyObject,
  secret: SecretText,
): AccountRecord => {
  const { account, text } = secret;
  const texts = openAccount(account, record, masterKey).secrets;
  const at = texts.indexOf(text);
  if (wasRemoved(record, masterKey, secret))
    return (at === -1 ? undefined : withoutText(record, texts, text)) ?? record;
  const fromEnvironment = record.secrets.flatMap(({ origin }, each) => (origin === 'environment' ? [texts[each]] : []));
  if (fromEnvironment.length === 1 && fromEnvironment[0] === text) return record;
  const others = record.secrets.filter(({ origin }, each) => origin !== 'environment' && each !== at);
  // What the admin routes have made and somebody wrote into the environment is one secret, and goes with one removal.
  const kept = record.secrets[at] ?? sealSecret(masterKey, { account, text, origin: 'environment' });
  return { ...record, secrets: [...others, { ...kept, origin: 'environment' }] };
};
