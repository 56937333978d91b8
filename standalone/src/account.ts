import { randomBytes } from 'node:crypto';
import { tokenPattern } from '@tintype/contracts';

export interface Account {
  userId: string;
  apiKey: string;
  secret: string;
}

const takes = 'user_id:api_key:api_secret, several separated by commas';

const parseAccount = (entry: string, at: number): Account => {
  const [, userId = '', apiKey = '', secret = ''] = /^([^:]*):([^:]*):(.+)$/s.exec(entry) ?? [];
  if (tokenPattern.test(userId) && tokenPattern.test(apiKey)) return { userId, apiKey, secret };
  // Nothing of the entry is repeated: a part out of place may be the secret.
  throw new Error(`${takes}; entry ${at + 1} has another form`);
};

/** Reads the form of TINTYPE_ACCOUNT; there is at least one account in it. */
export const parseAccounts = (text: string): Account[] =>
  text.split(',').map((entry, at) => parseAccount(entry.trim(), at));

/** An account for a first look, in the form of TINTYPE_ACCOUNT; its secret has 256 bits. */
export const makeDemoAccount = (): string =>
  `demo:demo_${randomBytes(9).toString('hex')}:${randomBytes(32).toString('hex')}`;
