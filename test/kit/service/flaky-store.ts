import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SeededRandom } from '../played/seeded-random.js';

/** A tenth of the uploads each. */
const share = 0.1;
const slowMs = 500;

const refuse = (response: ServerResponse) =>
  response
    .writeHead(503, { 'content-type': 'application/xml' })
    .end('<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>no</Message></Error>');

export interface FlakyStore {
  url: string;
  /** Uploads by what happened to them. */
  counts: Readonly<Record<'refused' | 'slow' | 'passed', number>>;
  close: () => Promise<void>;
}

/** A proxy before a real store that refuses some uploads, and delays some. It keeps `Host`, which is signed. */
export const startFlakyStore = async (store: () => URL, random: SeededRandom): Promise<FlakyStore> => {
  const counts = { refused: 0, slow: 0, passed: 0 };
  const choose = () => random.weighted({ refused: share, slow: share, passed: 1 - 2 * share });
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url = '/' } = incoming;
    const forwarded = request(new URL(url, store()), { method, headers, setHost: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    // The store is killed, too.
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.on('error', () => forwarded.destroy()).pipe(forwarded);
  };
  const server = createServer((incoming, outgoing) => {
    const fate = incoming.method === 'PUT' ? choose() : undefined;
    if (fate) counts[fate] += 1;
    if (fate === 'refused') incoming.resume().on('end', () => refuse(outgoing));
    else if (fate === 'slow') setTimeout(() => pass(incoming, outgoing), slowMs);
    else pass(incoming, outgoing);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    counts,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
