import { ApiError, Tintype } from '@tintype/client';
import type { Command } from 'commander';
import { isSameAddress, typedAddress } from '../address.js';
import {
  configFile,
  environment,
  readLogin,
  removeLogin,
  type StoredLogin,
  storedLogin,
  usualUrl,
  writeLogin,
} from '../config.js';
import { globalsOf, howToLogIn } from '../context.js';
import { CommandError } from '../failures.js';
import { ask, readSecret } from '../terminal/asking.js';
import { complain, note, printDone, printJson, printLine, type Terminal } from '../terminal/terminal.js';

/** Before key and secret are asked for: a wrong address would get them. */
const checkService = async (url: string): Promise<string> => {
  await new Tintype({ baseUrl: url, useEdge: false }).ipRanges();
  return url;
};

const knownUrl = (): string => environment.TINTYPE_URL || storedLogin().url || usualUrl;

type NewLogin = Required<Omit<StoredLogin, 'edgeUrl'>>;

const required = (what: 'key' | 'secret', value: string | undefined): string => {
  if (value) return value;
  const how = what === 'key' ? 'give it as `--key`' : 'standard input gives it';
  throw new CommandError(`The API ${what} is missing. Without a terminal, ${how}.`, 'usage');
};

/** Asks until the text is an address, and shows which one was meant if it has no scheme. */
const askAddress = async (terminal: Terminal): Promise<string> => {
  const known = knownUrl();
  for (;;) {
    const typed = (await ask(`Address of the service [${known}]: `)) || known;
    try {
      const address = typedAddress(typed);
      if (!typed.includes('://')) note(terminal, `The address is ${address}.`);
      return address;
    } catch (error) {
      complain(terminal, (error as Error).message);
    }
  }
};

const askAll = async (given: StoredLogin, terminal: Terminal): Promise<NewLogin> => {
  const url = await checkService(given.url ?? (await askAddress(terminal)));
  const key = required('key', given.key ?? (await ask('API key: ')));
  return { url, key, secret: required('secret', await ask('API secret (not shown): ', true)) };
};

/** Programs give the address and key as options, and the secret by standard input: arguments are visible to other users. */
const readAll = async (given: StoredLogin, terminal: Terminal): Promise<NewLogin> => {
  const key = required('key', given.key);
  const url = typedAddress(given.url ?? knownUrl());
  return { url, key, secret: required('secret', await readSecret(terminal, '')) };
};

/** A signed URL says which of the two is wrong. This one renders nothing, because its page has no web address. */
const whatIsWrong = async (client: Tintype): Promise<string> => {
  const error = await client.fetchSigned(client.buildUrl('metadata', 'about:blank')).catch((reason: unknown) => reason);
  const { code } = error instanceof ApiError ? error : { code: '' };
  if (code === 'unknown_api_key') return 'does not know this API key. Copy the key again.';
  if (code === 'invalid_hash') return 'knows this API key, with another secret. Copy the secret again.';
  return 'does not know this key with this secret. Copy both again.';
};

/** Answers the id of the account. */
const checkLogin = async (url: string, key: string, secret: string): Promise<string> => {
  const client = new Tintype({ baseUrl: url, key, secret });
  try {
    return (await client.account.get()).id;
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorClass !== 'credentials') throw error;
    throw new CommandError(`${url} ${await whatIsWrong(client)}`, 'credentials');
  }
};

const logIn = async (terminal: Terminal, given: StoredLogin, isJson = false): Promise<void> => {
  const { url, key, secret } = terminal.isInputTerminal
    ? await askAll(given, terminal)
    : await readAll(given, terminal);
  const id = await checkLogin(url, key, secret);
  const { edgeUrl, url: before = usualUrl } = storedLogin();
  const file = writeLogin({ url, key, secret, ...(edgeUrl && isSameAddress(url, before) ? { edgeUrl } : {}) });
  if (isJson) printJson(terminal, { url, key, account: id, file });
  else note(terminal, `Logged in to ${url} as ${id}. Key and secret are in ${file}, which only you can read.`);
  if (environment.TINTYPE_KEY || environment.TINTYPE_SECRET)
    note(terminal, 'TINTYPE_KEY or TINTYPE_SECRET is set, and wins over this file.');
};

export const addLoginCommands = (program: Command, terminal: Terminal): void => {
  program
    .command('login')
    .description('check key and secret, and keep them in a file')
    .option('--key <key>', 'the API key; the secret is asked for, or read from standard input')
    .addHelpText(
      'after',
      '\nExamples:\n  tintype login\n  tintype --server https://tintype.example login --key my-key < secret.txt',
    )
    .action((options: { key?: string }, command: Command) => {
      const { server, json } = globalsOf(command);
      const given = { ...(server ? { url: server } : {}), ...(options.key ? { key: options.key } : {}) };
      return logIn(terminal, given, json);
    });
  program
    .command('logout')
    .description('remove the file with key and secret')
    .action((_options: object, command: Command) => {
      const file = removeLogin();
      const value = { removed: file !== undefined, file: file ?? null };
      printDone(terminal, globalsOf(command).json, value, file ? `Removed ${file}.` : 'There is no stored login.');
    });
  program
    .command('whoami')
    .description('print the address and the key that commands use')
    .action((_options: object, command: Command) => {
      const { json, server } = globalsOf(command);
      const found = readLogin(server);
      const { source, secret, key, url = usualUrl } = found;
      if (!key || !secret) throw new CommandError(howToLogIn(found), 'credentials');
      if (json) printJson(terminal, { url, key, hasSecret: true, source });
      else
        printLine(
          terminal,
          `${url} ${key} from ${source === 'file' ? configFile() : 'TINTYPE_KEY and TINTYPE_SECRET'}`,
        );
    });
};
