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
  /** The tokens of sessions are derived from it. */
  rootKey: string;
  /** All accounts of `TINTYPE_ACCOUNT` or of the file, in the format of `TINTYPE_ACCOUNT`. */
  accounts: string;
  /** The first of these accounts. */
  account: SeededAccount;
  /** The files of generated secrets. Each key is the variable that could set the secret instead. */
  files: { TINTYPE_ACCOUNT?: string; TINTYPE_MASTER_KEY?: string };
}

type SecretSettings = Pick<Config, 'dataFolder' | 'account' | 'masterKey' | 'rootKey'>;

/** A new account in the format of TINTYPE_ACCOUNT. Its secret has 256 bits. */
const makeDemoAccount = () => `demo:demo_${randomBytes(9).toString('hex')}:${randomBytes(32).toString('hex')}`;

const readPasswords = (text: string): Passwords => {
  const passwords = JSON.parse(text) as Passwords;
  // Passwords must be hex, because they are part of a URL.
  if (!logins.every((login) => /^[0-9a-f]+$/.test(passwords[login]))) throw new Error('a login has no password');
  return passwords;
};

/** Makes a function that returns a text unchanged if `read` accepts the text. */
const validatedBy = (read: (text: string) => unknown) => (text: string) => {
  read(text);
  return text;
};

const keyContent = { make: () => randomBytes(32).toString('hex'), read: validatedBy(asKey) };

/** Makes no new key if NATS already has data in `natsFolder`: an earlier key sealed that data. */
const keepMasterKey = async (file: string, natsFolder: string): Promise<string> => {
  if (existsSync(natsFolder) && !existsSync(file)) {
    throw new ConfigError(`${file} is missing, and the data beside it was sealed with it. ${remedy(file)}
  If TINTYPE_MASTER_KEY was set before, set it again.`);
  }
  return keep(file, keyContent);
};

/** The secrets of the data folder. The first run generates those that no variable sets. @throws ConfigError */
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
    rootKey: rootKey ?? (await keep(path('root-key'), keyContent)),
    accounts,
    account: readAccounts(accounts)[0] as SeededAccount,
    files,
  };
};

/**
 * A part's error, with the files of generated secrets in place of their variables. A remedy for each of these files
 * follows.
 */
export const inTermsOfFiles = (text: string, files: Secrets['files']): string => {
  const mentioned = Object.entries(files).filter(([variable]) => text.includes(variable));
  const replaced = mentioned.reduce((message, [variable, file]) => message.replaceAll(variable, file), text);
  return [replaced, ...mentioned.map(([, file]) => `  ${remedy(file)}`)].join('\n');
};
