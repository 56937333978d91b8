import { run } from './program.js';
import type { Terminal } from './terminal/terminal.js';

/** Runs a command line without a terminal, or as on one. */
export const play = async (args: string, { isTTY = false, input = '' } = {}) => {
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
    readInput: async () => input,
    isInputTerminal: false,
  };
  const code = await run(args.split(' ').filter(Boolean), terminal);
  return { code, ...written };
};

/** Runs a command line. The service answers each call with the body, or with what the function gives. Answers what was sent, too. */
export const sending = async (body: object | (() => object), args: string, input = '') => {
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
