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
  /** Session tokens are derived from it. */
  rootKey: string;
  accounts: string;
  account: SeededAccount;
  /** The files of generated secrets, keyed by the variable that could set them. */
  files: { TINTYPE_ACCOUNT?: string; TINTYPE_MASTER_KEY?: string };
}

type SecretSettings = Pick<Config, 'dataFolder' | 'account' | 'masterKey' | 'rootKey'>;

/** The format is that of TINTYPE_ACCOUNT; the secret has 256 bits. */
const makeDemoAccount = () => `demo:demo_${randomBytes(9).toString('hex')}:${randomBytes(32).toString('hex')}`;

const readPasswords = (text: string): Passwords => {
  const passwords = JSON.parse(text) as Passwords;
  // Passwords must be hex, because they are part of a URL.
  if (!logins.every((login) => /^[0-9a-f]+$/.test(passwords[login]))) throw new Error('a login has no password');
  return passwords;
};

const validatedBy = (read: (text: string) => unknown) => (text: string) => {
  read(text);
  return text;
};

const newKey = { make: () => randomBytes(32).toString('hex'), read: validatedBy(asKey) };

const keepMasterKey = async (file: string, store: string): Promise<string> => {
  if (existsSync(store) && !existsSync(file)) {
    throw new ConfigError(`${file} is missing, and the data beside it was sealed with it. ${remedy(file)}
  If TINTYPE_MASTER_KEY was set before, set it again.`);
  }
  return keep(file, newKey);
};

/** The secrets of this data folder. The first run generates those that no variable sets. */
export const readSecrets = async ({ dataFolder, account, masterKey, rootKey }: SecretSettings): Promise<Secrets> => {
  const path = (name: string) => join(dataFolder, name);
  const files = {
    ...(account === undefined && { TINTYPE_ACCOUNT: path('account') }),
    ...(masterKey === undefined && { TINTYPE_MASTER_KEY: path('master-key') }),
  };
  const accounts = account ?? (await keep(path('account'), { make: makeDemoAccount, read: validatedBy(readAccounts) }));
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

/** Replaces variables in a part's error by the files that hold their generated values. */
export const inTermsOfFiles = (text: string, files: Secrets['files']): string => {
  const named = Object.entries(files).filter(([variable]) => text.includes(variable));
  const replaced = named.reduce((done, [variable, file]) => done.replaceAll(variable, file), text);
  return [replaced, ...named.map(([, file]) => `  ${remedy(file)}`)].join('\n');
};
