import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { GuardedFetch, GuardedRequest } from '@tintype/runtime';
import { encodeSegment } from './s3-address.js';

interface ClientRequest {
  method: string;
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | readonly string[] | null>;
  headers: Record<string, string>;
  body?: GuardedRequest['body'];
}

interface ClientResponse {
  response: { statusCode: number; headers: Record<string, string>; body: Readable };
}

export interface S3Handler {
  handle: (request: ClientRequest, options?: { abortSignal?: object | undefined }) => Promise<ClientResponse>;
}

/** A key that the client can sign, but no URL can carry. */
class UnsupportedKey extends Error {
  override name = 'UnsupportedKey';
}

const queryOf = ({ query = {} }: ClientRequest): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .map((each) => (each === null ? encodeSegment(name) : `${encodeSegment(name)}=${encodeSegment(each)}`)),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
};

const urlOf = (request: ClientRequest): URL => {
  const { protocol, hostname, port, path } = request;
  const url = new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}${path}${queryOf(request)}`);
  // URLs resolve `.` and `..`, so the request would reach another object than the signed one.
  if (url.pathname !== path) throw new UnsupportedKey('The key of an object has a segment `.` or `..`.');
  return url;
};

/** Removes `Expect`, which the client sends with large requests and does not sign. */
const withoutExpect = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'expect'));

const singleValues = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Lets an S3 client use the guarded connector, for stores at addresses that accounts choose. */
export const createGuardedHandler = (
  fetch: GuardedFetch,
  limits: Pick<GuardedRequest, 'timeoutMs' | 'maxBytes'>,
): S3Handler => ({
  handle: async (request, { abortSignal } = {}) => {
    const { status, headers, body } = await fetch(urlOf(request), {
      ...limits,
      method: request.method,
      headers: withoutExpect(request.headers),
      body: request.body,
      // Ignores the SDK's deprecated AbortSignal class.
      signal: abortSignal instanceof AbortSignal ? abortSignal : undefined,
    });
    return { response: { statusCode: status, headers: singleValues(headers), body: Readable.from([body]) } };
  },
});
