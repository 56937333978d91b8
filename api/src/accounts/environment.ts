import type { KeyObject } from 'node:crypto';
import { apiKeyPattern, buckets, tokenPattern, UnsealError } from '@tintype/contracts';
import { ConfigError, type Logger, type Nats } from '@tintype/runtime';
import { ApiKeyTaken } from './api-keys.js';
import { AccountExists, AccountStore, type SeededAccount } from './store.js';

const takes = '`user_id:api_key:api_secret`, several separated by commas';

// Messages name entries by position and repeat no part: a misplaced part may be the secret.
const parseEntry = (entry: string, at: number): SeededAccount => {
  const [, id, apiKey, secret] = /^([^:]*):([^:]*):(.*)$/s.exec(entry) ?? [];
  if (id === undefined || apiKey === undefined || !secret)
    throw new Error(`${takes}; entry ${at + 1} does not have these three parts`);
  if (!tokenPattern.test(id)) {
    throw new Error(`${takes}; the user_id of entry ${at + 1} is not 1 to 64 letters, digits, hyphens and underscores`);
  }
  if (apiKeyPattern.test(apiKey)) return { id, apiKey, secret };
  throw new Error(
    `${takes}; the api_key of entry ${at + 1} is reserved, or not 1 to 64 letters, digits, hyphens and underscores`,
  );
};

const refuseRepeated = (accounts: readonly SeededAccount[], name: 'id' | 'apiKey') => {
  const seen = new Map<string, number>();
  for (const [at, account] of accounts.entries()) {
    const first = seen.get(account[name]);
    const what = name === 'id' ? 'user_id' : 'api_key';
    if (first !== undefined) throw new Error(`${takes}; entries ${first + 1} and ${at + 1} have the same ${what}`);
    seen.set(account[name], at);
  }
};

/**
 * Reads TINTYPE_ACCOUNT. A secret may contain colons, but no comma. Throws an Error that names the format and the wrong
 * entry.
 */
export const readAccounts = (text: string): SeededAccount[] => {
  const accounts = text.split(',').map((entry, at) => parseEntry(entry.trim(), at));
  refuseRepeated(accounts, 'id');
  refuseRepeated(accounts, 'apiKey');
  return accounts;
};

const advice = (id: string, error: unknown): string | undefined => {
  if (error instanceof ApiKeyTaken) return `TINTYPE_ACCOUNT: another account has the api_key of ${id}.`;
  if (error instanceof AccountExists) return `TINTYPE_ACCOUNT: the account ${id} exists with another api_key.`;
  if (!(error instanceof UnsealError)) return undefined;
  return `TINTYPE_MASTER_KEY is not the key that sealed the secrets of the account ${id}: set that key.`;
};

/** Whether a route removed the account's secret of TINTYPE_ACCOUNT, so that the secret is no longer valid. */
export const isSecretRemoved = async (
  nats: Pick<Nats, 'kv'>,
  masterKey: KeyObject,
  account: SeededAccount,
): Promise<boolean> => new AccountStore({ kv: await nats.kv(buckets.accounts), masterKey }).isSecretRemoved(account);

const removedSecret = 'ignoring the secret of this account in TINTYPE_ACCOUNT: it was removed, so set another one';

/**
 * Creates the accounts of the environment at every start, with their secrets. An account that has left the environment
 * stays, and a removed secret stays removed, with a warning. Replicas may run this at the same time. Answers the last
 * revision written, or 0. Throws a ConfigError if an account cannot be created like this.
 */
export const seedAccounts = async (
  store: Pick<AccountStore, 'seed'>,
  accounts: readonly SeededAccount[],
  log: Pick<Logger, 'warn'>,
): Promise<number> => {
  let last = 0;
  for (const account of accounts) {
    try {
      const { revision, isSecretRemoved } = await store.seed(account);
      if (isSecretRemoved) log.warn({ account: account.id }, removedSecret);
      last = Math.max(last, revision);
    } catch (error) {
      const message = advice(account.id, error);
      throw message ? new ConfigError(message, { cause: error }) : error;
    }
  }
  return last;
};
