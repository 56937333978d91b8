import { type ClientOptions, similarName, Tintype } from '@tintype/client';
import type { Command } from 'commander';
import { type Login, readLogin, usualUrl } from './config.js';
import { CommandError } from './failures.js';
import { inWordsOf } from './option-words.js';
import { note, type Terminal } from './terminal/terminal.js';

/** A test compares it with package.json. */
export const version = '0.1.0';

/** Options of every command. */
export interface GlobalOptions {
  server?: string;
  json?: boolean;
  quiet?: boolean;
  timeout?: number;
}

export interface Context {
  terminal: Terminal;
  /** What runs: messages take its words. */
  command: Command;
  globals: GlobalOptions;
  client: Tintype;
}

export const globalsOf = (command: Command): GlobalOptions => command.optsWithGlobals<GlobalOptions>();

/** What is missing of a login, and how to give it. */
export const howToLogIn = ({ url = usualUrl, key, secret, storedFor }: Login): string => {
  if (key || secret)
    return `${key ? 'TINTYPE_KEY' : 'TINTYPE_SECRET'} is set without ${key ? 'TINTYPE_SECRET' : 'TINTYPE_KEY'}. Set both, or neither.`;
  if (storedFor)
    return `The stored key and secret are for ${storedFor} only. For ${url}, set TINTYPE_KEY and TINTYPE_SECRET, or run \`tintype --server ${url} login\`.`;
  return 'There is no API key or secret. Run `tintype login`, or set TINTYPE_KEY and TINTYPE_SECRET.';
};

/** The client for a command. Throws a `CommandError` that says how to log in. */
export const clientOf = ({ server, timeout }: GlobalOptions, more: ClientOptions = {}): Tintype => {
  const login = readLogin(server);
  if (!login.key || !login.secret) throw new CommandError(howToLogIn(login), 'credentials');
  const { key, secret, edgeUrl, url: baseUrl = usualUrl } = login;
  if (more.useEdge && !edgeUrl)
    throw new CommandError('`--edge` needs the address of the edge host. Set TINTYPE_EDGE_URL.', 'usage');
  return new Tintype({
    key,
    secret,
    baseUrl,
    ...(edgeUrl ? { edgeUrl } : {}),
    ...(timeout === undefined ? {} : { timeoutMs: Math.ceil(1000 * timeout - 1e-6) }),
    userAgent: `tintype-cli/${version}`,
    ...more,
  });
};

/** The words of a command, without the program's name. */
const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}`.trimStart() : '';

/** The hint below an error of use. */
export const helpHint = 'Add --help for what it takes.';

/** ` of account secrets`, to say where a command is unknown. */
export const ofCommand = (command: Command): string => (command.parent ? ` of ${pathOf(command)}` : '');

/** The error for a word that is no command below this one. */
export const noCommand = (command: Command, word: string): CommandError => {
  const similar = similarName(
    word,
    command.commands.map((each) => each.name()),
  );
  const hint = similar ? ` (Did you mean ${similar}?)` : `. ${helpHint}`;
  return new CommandError(`Unknown command '${word}'${ofCommand(command)}${hint}`, 'usage');
};

/** For a command that does something without a word: other words are meant as a command below it. */
export const refuseWords = (command: Command): void => {
  const [word] = command.args;
  if (word !== undefined) throw noCommand(command, word);
};

/** What an action of a command needs. */
export const contextOf = (terminal: Terminal, command: Command): Context => {
  const globals = globalsOf(command);
  return { terminal, command, globals, client: clientOf(globals) };
};

/** Prints warnings of the service in the words of the command. */
export const noteWarnings = (terminal: Terminal, command: Command, warnings: readonly string[]): void => {
  for (const warning of warnings) note(terminal, `Warning: ${inWordsOf(command, warning)}`);
};
