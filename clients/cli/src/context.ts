import { type ClientOptions, Tintype } from '@tintype/client';
import type { Command } from 'commander';
import { readLogin } from './config.js';
import { CommandError } from './failures.js';
import type { Terminal } from './terminal.js';
import { version } from './version.js';

/** Options of every command. */
export interface GlobalOptions {
  url?: string;
  json?: boolean;
  quiet?: boolean;
  timeout?: number;
}

export interface Context {
  terminal: Terminal;
  globals: GlobalOptions;
  client: Tintype;
}

export const globalsOf = (command: Command): GlobalOptions => command.optsWithGlobals<GlobalOptions>();

/** The client for a command. Throws a `CommandError` that says how to log in. */
export const clientOf = ({ url, timeout }: GlobalOptions, more: ClientOptions = {}): Tintype => {
  const login = readLogin();
  if (!login.key || !login.secret)
    throw new CommandError(
      'There is no API key or secret. Run `tintype login`, or set TINTYPE_KEY and TINTYPE_SECRET.',
      'credentials',
    );
  const { key, secret, edgeUrl } = login;
  const baseUrl = url ?? login.url;
  if (more.useEdge && !edgeUrl)
    throw new CommandError('`--edge` needs the address of the edge host. Set TINTYPE_EDGE_URL.', 'usage');
  return new Tintype({
    key,
    secret,
    ...(baseUrl ? { baseUrl } : {}),
    ...(edgeUrl ? { edgeUrl } : {}),
    ...(timeout === undefined ? {} : { timeoutMs: 1000 * timeout }),
    userAgent: `tintype-cli/${version}`,
    ...more,
  });
};

/** What an action of a command needs. */
export const contextOf = (terminal: Terminal, command: Command): Context => {
  const globals = globalsOf(command);
  return { terminal, globals, client: clientOf(globals) };
};
