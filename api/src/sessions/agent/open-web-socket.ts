// biome-ignore lint/style/noRestrictedImports: session pods, at addresses that the operator program wrote down
import { type IncomingMessage, request } from 'node:http';
import { NoPodAnswer } from '@tintype/runtime';
import type { PodSocket } from '../dependencies.js';
import { clientErrorFrom, tokenRefusedStatus } from './client-error-from.js';

export interface PodUpgrade {
  url: string;
  token: string;
  key: string;
  signal: AbortSignal;
}

/** A compromised pod might send more than the api can hold. */
const refusalBytes = 64 * 1024;

const bodyOf = async (response: IncomingMessage): Promise<unknown> => {
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) {
    body += chunk;
    if (body.length > refusalBytes) break;
  }
  return JSON.parse(body);
};

const refusalOf = async (response: IncomingMessage): Promise<Error> => {
  const body = await bodyOf(response).catch(() => undefined);
  const error = response.statusCode === tokenRefusedStatus ? undefined : clientErrorFrom(body);
  return error ?? new NoPodAnswer(`The pod of the session answered ${response.statusCode}.`);
};

/** @throws TintypeError that the pod answers, NoPodAnswer, or the signal's reason */
export const openWebSocket = async ({ url, token, key, signal }: PodUpgrade): Promise<PodSocket> => {
  signal.throwIfAborted();
  const opened = Promise.withResolvers<PodSocket>();
  const headers = {
    authorization: `Bearer ${token}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': key,
    'sec-websocket-version': '13',
  };
  const call = request(url, { agent: false, headers });
  const abort = () => call.destroy(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  call.on('upgrade', (response, socket, head) =>
    opened.resolve({ socket, head, accept: String(response.headers['sec-websocket-accept']) }),
  );
  call.on('response', (response) => {
    refusalOf(response).then(opened.reject, opened.reject);
  });
  call.on('error', (cause) =>
    opened.reject(
      signal.aborted ? signal.reason : new NoPodAnswer('The pod of the session does not answer.', { cause }),
    ),
  );
  call.end();
  return opened.promise.finally(() => signal.removeEventListener('abort', abort));
};
