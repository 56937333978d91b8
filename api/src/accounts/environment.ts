import { apiKeyPattern, tokenPattern, UnsealError } from '@tintype/contracts';
import { ConfigError, type Logger } from '@tintype/runtime';
import { ApiKeyTaken } from './api-keys.js';
import { AccountExists, type AccountStore, type SeededAccount } from './store.js';

const takes = '`user_id:api_key:api_secret`, several separated by commas';

// Entries are called by their position, and no part of them is repeated: a part out of place may be the secret.
const parseEntry = (entry: string, at: number): SeededAccount => {
  const [, id, apiKey, secret] = /^([^:]*):([^:]*):(.*)$/s.exec(entry) ?? [];
  if (id === undefined || apiKey === undefined || !secret) throw new Error(`${takes}; entry ${at + 1} has other parts`);
  if (!tokenPattern.test(id)) {
    throw new Error(`${takes}; the user_id of entry ${at + 1} is not 1 to 64 letters, digits, - and _`);
  }
  if (apiKeyPattern.test(apiKey)) return { id, apiKey, secret };
  throw new Error(
    `${takes}; the api_key of entry ${at + 1} is not 1 to 64 letters, digits, - and _, or a word of ours`,
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
 * Reads TINTYPE_ACCOUNT. A secret may hold colons, but no comma. Throws an Error that says what the variable takes and
 * which entry is wrong, and repeats none of it.
 */
export const readAccounts = (text: string): SeededAccount[] => {
  const accounts = text.split(',').map((entry, at) => parseEntry(entry.trim(), at));
  refuseRepeated(accounts, 'id');
  refuseRepeated(accounts, 'apiKey');
  return accounts;
};

const advice = (id: string, error: unknown): string | undefined => {
  if (error instanceof ApiKeyTaken) return `TINTYPE_ACCOUNT: the api_key of ${id} is taken by another account.`;
  if (error instanceof AccountExists) return `TINTYPE_ACCOUNT: the account ${id} exists with another api_key.`;
  if (!(error instanceof UnsealError)) return undefined;
  return `TINTYPE_MASTER_KEY is not the key that the secrets of account ${id} are sealed with.`;
};

const removedSecret =
  'TINTYPE_ACCOUNT has a secret of this account that was removed by the admin routes: it stays removed, write another one';

/**
 * Makes sure, at every start, that the accounts of the environment exist with their secrets. An account that is no
 * longer in the environment stays as it is: the admin routes disable it. A secret that they have removed stays so, and
 * the log says it. Replicas may do this at the same time.
 * Answers the last revision written, 0 without accounts. Throws a ConfigError when the environment cannot be followed.
 */
export const seedAccounts = async (
  store: Pick<AccountStore, 'seed'>,
  accounts: readonly SeededAccount[],
  log: Pick<Logger, 'warn'>,
): Promise<number> => {
  let last = 0;
  for (const account of accounts) {
    try {
      const { revision, removed } = await store.seed(account);
      if (removed) log.warn({ account: account.id }, removedSecret);
      last = Math.max(last, revision);
    } catch (error) {
      const message = advice(account.id, error);
      throw message ? new ConfigError(message, { cause: error }) : error;
    }
  }
  return last;
};
