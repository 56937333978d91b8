import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { environment } from './config.js';
import { run } from './program.js';
import type { Terminal } from './terminal/terminal.js';

/** The process's own. */
const settings: Record<string, string | undefined> = environment;

const variables = ['TINTYPE_URL', 'TINTYPE_KEY', 'TINTYPE_SECRET', 'TINTYPE_EDGE_URL', 'XDG_CONFIG_HOME'];

/** Gives the commands of a suite a key, a secret and an empty folder of configuration. Answers the folder. */
export const useLogin = (): string => {
  const kept = Object.fromEntries(variables.map((name) => [name, settings[name]]));
  const folder = mkdtempSync(join(tmpdir(), 'tintype-cli-'));
  before(() => {
    for (const name of variables) delete settings[name];
    Object.assign(settings, { XDG_CONFIG_HOME: folder, TINTYPE_KEY: 'key', TINTYPE_SECRET: 'test' });
  });
  after(() => {
    rmSync(folder, { recursive: true });
    for (const name of variables) delete settings[name];
    for (const [name, value] of Object.entries(kept)) if (value !== undefined) settings[name] = value;
  });
  return folder;
};

/** Runs a command line without a terminal, or as on one. */
export const play = async (
  args: string | readonly string[],
  { isTTY = false, input = '' }: { isTTY?: boolean; input?: string | Uint8Array } = {},
) => {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write: (data: string | Uint8Array) => {
      written[name] += String(data);
    },
    isTTY,
  });
  const terminal: Terminal = {
    out: stream('out'),
    err: stream('err'),
    readInput: async () => Buffer.from(input),
    isInputTerminal: false,
  };
  const code = await run(typeof args === 'string' ? args.split(' ').filter(Boolean) : args, terminal);
  return { code, ...written };
};

/** Runs a command line. The service answers each call with the body, or with what the function gives. Answers what was sent, too. */
export const sending = async (body: object | (() => object), args: string | readonly string[], input = '') => {
  const { fetch } = globalThis;
  const sent: string[] = [];
  globalThis.fetch = async (url, init) => {
    const { pathname, search } = new URL(String(url));
    sent.push(`${init?.method} ${pathname}${search} ${init?.body ?? ''}`.trim());
    return Response.json(typeof body === 'function' ? body() : body, { headers: { 'x-request-id': 'req_1' } });
  };
  try {
    return { ...(await play(args, { input })), sent };
  } finally {
    globalThis.fetch = fetch;
  }
};

/** Runs the function with an answer of the service to every call. */
export const answering = async <T>(body: object, work: () => Promise<T>): Promise<T> => {
  const { fetch } = globalThis;
  globalThis.fetch = async () => Response.json(body, { headers: { 'x-request-id': 'req_1' } });
  try {
    return await work();
  } finally {
    globalThis.fetch = fetch;
  }
};
