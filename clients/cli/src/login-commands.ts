import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Tintype } from '@tintype/client';
import type { Command } from 'commander';
import { readLogin, removeLogin, type StoredLogin, writeLogin } from './config.js';
import { globalsOf } from './context.js';
import { CommandError } from './failures.js';
import { note, printJson, printLine, type Terminal } from './terminal.js';

const usualUrl = 'http://127.0.0.1:8080';

/** Asks on standard error, so that output can be redirected. A hidden answer is not shown. */
const ask = async (question: string, isHidden = false): Promise<string> => {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  // The interface erases its line before the question.
  if (isHidden) process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: isHidden ? silent : process.stderr, terminal: true });
  lines.on('SIGINT', () => process.exit(130));
  const answer = await lines.question(isHidden ? '' : question);
  lines.close();
  if (isHidden) process.stderr.write('\n');
  return answer.trim();
};

const askAll = async (given: StoredLogin): Promise<StoredLogin> => {
  const known = readLogin().url ?? usualUrl;
  const url = given.url ?? ((await ask(`Address of the service [${known}]: `)) || known);
  const key = given.key ?? (await ask('API key: '));
  return { url, key, secret: await ask('API secret (not shown): ', true) };
};

/** Programs give the address and key as options, and the secret by standard input: arguments are visible to other users. */
const readAll = async (given: StoredLogin, terminal: Terminal): Promise<StoredLogin> => {
  if (!given.key)
    throw new CommandError('Without a terminal, give `--key`, and the secret by standard input.', 'usage');
  return { url: given.url ?? readLogin().url ?? usualUrl, key: given.key, secret: (await terminal.readInput()).trim() };
};

const logIn = async (terminal: Terminal, given: StoredLogin): Promise<void> => {
  const { url, key, secret } = terminal.isInputTerminal ? await askAll(given) : await readAll(given, terminal);
  if (!url || !key || !secret) throw new CommandError('Address, key and secret are all needed.', 'usage');
  const { id } = await new Tintype({ baseUrl: url, key, secret }).account.get();
  const { edgeUrl } = readLogin();
  const file = writeLogin({ url, key, secret, ...(edgeUrl ? { edgeUrl } : {}) });
  note(terminal, `Logged in to ${url} as ${id}. Key and secret are in ${file}, which only you can read.`);
  if (readLogin().source === 'environment')
    note(terminal, 'TINTYPE_KEY or TINTYPE_SECRET is set, and wins over this file.');
};

export const addLoginCommands = (program: Command, terminal: Terminal): void => {
  program
    .command('login')
    .description('check key and secret, and keep them in a file')
    .option('--key <key>', 'the API key; the secret is asked for, or read from standard input')
    .addHelpText(
      'after',
      '\nExamples:\n  tintype login\n  tintype --url https://tintype.example login --key my-key < secret.txt',
    )
    .action((options: { key?: string }, command: Command) => {
      const { url } = globalsOf(command);
      return logIn(terminal, { ...(url ? { url } : {}), ...(options.key ? { key: options.key } : {}) });
    });
  program
    .command('logout')
    .description('remove the file with key and secret')
    .action(() => note(terminal, `Removed ${removeLogin()}.`));
  program
    .command('whoami')
    .description('print the address and the key that commands use')
    .action((_options: object, command: Command) => {
      const { json, url } = globalsOf(command);
      const { source, secret, ...login } = readLogin();
      const shown = { url: url ?? login.url ?? usualUrl, key: login.key ?? null, hasSecret: Boolean(secret), source };
      if (json) printJson(terminal, shown);
      else printLine(terminal, `${shown.url} ${shown.key ?? '(no key)'} from ${source}`);
    });
};
