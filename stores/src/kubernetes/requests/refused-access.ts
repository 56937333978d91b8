import { Forbidden, StoreError, StoreUnavailable } from '@tintype/crds';
import type { Access } from '../credentials/access.js';
import { type Call, describe } from './call.js';
import { NoAnswer } from './exchange.js';

/** Also after the credentials were read again. */
export const notKnown = (call: Call, { holder, endpoint }: Access): Forbidden =>
  new Forbidden(
    `The ${describe(call)} was refused: the API server at ${endpoint.server.origin} does not accept the credentials of ${holder}. Renew them there.`,
  );

/** What Go answers to http on a port for https. https://pkg.go.dev/net/http#Server */
const isHttpToHttps = (answer: { status: number; body?: string }) =>
  answer.status === 400 && answer.body?.includes('HTTP request to an HTTPS server');

/** Throws for an answer that only says that the server's address begins with another scheme. */
export const demandScheme = (
  call: Call,
  { holder, endpoint }: Access,
  answer: { status: number; body?: string },
): void => {
  if (isHttpToHttps(answer))
    throw new StoreUnavailable(
      `The ${describe(call)} failed: the server at ${endpoint.server.host} speaks https. Write https:// in the server's address beside ${holder}.`,
      'none',
    );
};

/** An error of the way to the server, with the proxy that is on it: to a socket that is all that there is. */
export const byWayOf = ({ holder, endpoint: { proxyUrl } }: Access, error: unknown): unknown => {
  if (!proxyUrl || error instanceof StoreError) return error;
  const { sent, cause } = error instanceof NoAnswer ? error : { sent: false, cause: error };
  if (!(cause instanceof Error) || !('code' in cause)) return error;
  const reason = `the proxy at ${new URL(proxyUrl).origin}, the proxy-url beside ${holder}, does not lead there: ${cause.message}`;
  return new NoAnswer(sent, new Error(reason, { cause }));
};
