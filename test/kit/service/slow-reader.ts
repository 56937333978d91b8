import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Answer } from './service.js';

/** A client that stops after one byte of the answer. */
export interface SlowReader {
  finish: () => Promise<Answer>;
}

/** Requests, and stops when the answer begins. */
export const startSlowReader = async (url: string): Promise<SlowReader> => {
  // Its own connection, which stays occupied.
  const outgoing = request(url, { agent: false });
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  await once(incoming, 'readable');
  const first = incoming.read(1) as Buffer;
  return {
    finish: async () => {
      const body = Buffer.concat([first, await buffer(incoming)]);
      const headers = new Headers(incoming.headers as Record<string, string>);
      return { status: incoming.statusCode ?? 0, headers, body, error: () => JSON.parse(body.toString()) };
    },
  };
};
