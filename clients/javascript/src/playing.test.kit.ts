import { Tintype } from './client.js';
import type { ClientOptions } from './config.js';

export const secret = 'a-very-secret-secret';

export interface Played {
  status?: number;
  headers?: Record<string, string>;
  body?: string | object;
  /** The answer of a server that is none of Tintype: without a request id. */
  isForeign?: boolean;
  /** There is no answer: the connection breaks, or hangs until the client ends it. */
  lost?: 'breaks' | 'hangs';
}

const responseOf = ({ status = 200, headers, body = '', isForeign = false }: Played) =>
  new Response(status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { ...(isForeign ? {} : { 'x-request-id': 'req_1' }), ...headers },
  });

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise((resolve) => signal?.addEventListener('abort', resolve));

/** Answers in turn; the last one again and again. */
export const playing = (answers: readonly Played[], options: ClientOptions = {}) => {
  const requests: { url: string; init: RequestInit | undefined }[] = [];
  const fetch = (async (url: string, init?: RequestInit) => {
    requests.push({ url, init });
    const answer = answers[Math.min(requests.length, answers.length) - 1] ?? {};
    if (answer.lost === 'hangs') await aborted(init?.signal);
    if (answer.lost) throw new TypeError('fetch failed');
    init?.signal?.throwIfAborted();
    return responseOf(answer);
  }) as typeof globalThis.fetch;
  const client = new Tintype({ key: 'key', secret, baseUrl: 'https://tintype.example', fetch, ...options });
  return { client, requests, fetch };
};

export const overloaded = (retryAfter: string): Played => ({
  status: 503,
  headers: { 'retry-after': retryAfter },
  body: { success: false, error: 'All browsers are busy. Try again.', code: 'overloaded', requestId: 'req_1' },
});

export const page = 'https://example.com/';

export const headerOf = (request: { init: RequestInit | undefined } | undefined, name: string) =>
  new Headers(request?.init?.headers).get(name) ?? '';
