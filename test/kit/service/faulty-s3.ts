import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const fail = (response: ServerResponse, status: number, code: string, headers: Record<string, string> = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/xml', ...headers })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`);

const pathOf = (url: string) => url.split('?')[0] ?? '';

const take = (response: ServerResponse) => response.writeHead(200, { etag: '"x"' }).end();

const kept = new Map<string, Buffer>();

/** Answers a read with what was written. */
const keep = ({ method, url = '' }: IncomingMessage, response: ServerResponse) =>
  method === 'GET' ? response.end(kept.get(pathOf(url))) : take(response);

/** What each bucket answers; names of buckets choose the fault. */
const faults: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
  'refuses-acl': (request, response) =>
    request.headers['x-amz-acl'] ? fail(response, 400, 'AccessControlListNotSupported') : keep(request, response),
  forbidden: (_, response) => fail(response, 403, 'AccessDenied'),
  elsewhere: (_, response) => fail(response, 301, 'PermanentRedirect', { 'x-amz-bucket-region': 'eu-west-1' }),
  busy: (_, response) => fail(response, 503, 'SlowDown'),
  'no-store': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>hello</html>'),
  'web-server': (_, response) => response.writeHead(501, { 'content-type': 'text/html' }).end('<p>no<br></body>'),
  blocked: (_, response) => response.writeHead(406, { 'content-type': 'text/html' }).end('<h1>Blocked</h1>'),
  slow: () => undefined,
};

export type FaultyBucket =
  | 'refuses-acl'
  | 'forbidden'
  | 'elsewhere'
  | 'busy'
  | 'no-store'
  | 'web-server'
  | 'blocked'
  | 'slow';

export interface FaultyS3 {
  /** Settings of an account's storage with this fault. */
  storage: (bucket: FaultyBucket) => { endpoint: string; bucket: string; key: string; secret: string };
  /** Paths of the requests so far. */
  requests: readonly string[];
  close: () => Promise<void>;
}

/** Plays stores with faults that a real server does not have. It checks no signature. */
export const startFaultyS3 = async (): Promise<FaultyS3> => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const url = request.url ?? '';
    const chunks: Buffer[] = [];
    const [, bucket = ''] = url.split(/[/?]/);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'PUT') kept.set(pathOf(url), Buffer.concat(chunks));
      faults[bucket]?.(request, response);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    storage: (bucket) => ({ endpoint: `http://127.0.0.1:${port}/`, bucket, key: 'AKID', secret: 'hidden' }),
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
