import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readAccounts, type SeededAccount } from '@tintype/api';
import { makeDemoAccount } from '../account.js';
import type { Config } from '../config.js';
import { makePasswords, type Passwords } from '../nats-server/configuration.js';
import { keep } from './keep.js';

export interface Secrets {
  passwords: Passwords;
  masterKey: string;
  /** In the form of TINTYPE_ACCOUNT. */
  accounts: string;
  /** The one that the person is shown. */
  account: SeededAccount;
  /** Where its secret is kept; undefined when it was given to us. */
  accountFile: string | undefined;
}

/** The secrets of this data folder; those that nobody gave are made on the first run. */
export const readSecrets = async (config: Config): Promise<Secrets> => {
  const file = (name: string) => join(config.dataFolder, name);
  const accountFile = config.account === undefined ? file('account') : undefined;
  const accounts = config.account ?? (await keep(file('account'), makeDemoAccount));
  const passwords = await keep(file('nats-passwords.json'), () => JSON.stringify(makePasswords()));
  return {
    passwords: JSON.parse(passwords) as Passwords,
    masterKey: config.masterKey ?? (await keep(file('master-key'), () => randomBytes(32).toString('hex'))),
    accounts,
    account: readAccounts(accounts)[0] as SeededAccount,
    accountFile,
  };
};
