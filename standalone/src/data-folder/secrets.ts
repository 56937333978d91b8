import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readAccounts, type SeededAccount } from '@tintype/api';
import { asKey, ConfigError } from '@tintype/runtime';
import type { Config } from '../config.js';
import { makePasswords, type Passwords } from '../nats-server/configuration.js';
import { logins } from '../nats-server/permissions.js';
import { keep, remedy } from './keep.js';

export interface Secrets {
  passwords: Passwords;
  masterKey: string;
  /** All tokens of sessions are derived from it. */
  rootKey: string;
  /** In the form of TINTYPE_ACCOUNT. */
  accounts: string;
  /** The one that the person is shown. */
  account: SeededAccount;
  /** Where secrets are kept that nobody gave, by the variable that would have given them. */
  files: { TINTYPE_ACCOUNT?: string; TINTYPE_MASTER_KEY?: string };
}

type Given = Pick<Config, 'dataFolder' | 'account' | 'masterKey' | 'rootKey'>;

/** An account for a first look, in the form of TINTYPE_ACCOUNT; its secret has 256 bits. */
const makeDemoAccount = () => `demo:demo_${randomBytes(9).toString('hex')}:${randomBytes(32).toString('hex')}`;

const readPasswords = (text: string): Passwords => {
  const passwords = JSON.parse(text) as Passwords;
  // Hex alone, as we make them: they stand in a URL.
  if (!logins.every((login) => /^[0-9a-f]+$/.test(passwords[login]))) throw new Error('a login has no password');
  return passwords;
};

const checked = (read: (text: string) => unknown) => (text: string) => {
  read(text);
  return text;
};

const newKey = { make: () => randomBytes(32).toString('hex'), read: checked(asKey) };

const keepMasterKey = async (file: string, store: string): Promise<string> => {
  if (existsSync(store) && !existsSync(file)) {
    throw new ConfigError(`${file} is missing, and the data beside it was sealed with it. ${remedy(file)}
  If the key was given as TINTYPE_MASTER_KEY before, give it again.`);
  }
  return keep(file, newKey);
};

/** The secrets of this data folder; those that nobody gave are made on the first run. */
export const readSecrets = async ({ dataFolder, account, masterKey, rootKey }: Given): Promise<Secrets> => {
  const path = (name: string) => join(dataFolder, name);
  const files = {
    ...(account === undefined && { TINTYPE_ACCOUNT: path('account') }),
    ...(masterKey === undefined && { TINTYPE_MASTER_KEY: path('master-key') }),
  };
  const accounts = account ?? (await keep(path('account'), { make: makeDemoAccount, read: checked(readAccounts) }));
  const passwords = await keep(path('nats-passwords.json'), {
    make: () => JSON.stringify(makePasswords()),
    read: readPasswords,
  });
  return {
    passwords,
    masterKey: masterKey ?? (await keepMasterKey(path('master-key'), path('jetstream'))),
    rootKey: rootKey ?? (await keep(path('root-key'), newKey)),
    accounts,
    account: readAccounts(accounts)[0] as SeededAccount,
    files,
  };
};

/** What a part says about a variable that nobody set is about the file which stands in for it. */
export const inTermsOfFiles = (text: string, files: Secrets['files']): string => {
  const named = Object.entries(files).filter(([variable]) => text.includes(variable));
  const told = named.reduce((said, [variable, file]) => said.replaceAll(variable, file), text);
  return [told, ...named.map(([, file]) => `  ${remedy(file)}`)].join('\n');
};
