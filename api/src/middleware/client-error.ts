import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TintypeError } from '@tintype/contracts';
import { errorBody } from './errors.js';
import { newRequestId } from './request-id.js';

/** The answer that is under way on a connection; Node's own handler asks in the same way. */
const answerOn = (socket: Socket) => (socket as { _httpMessage?: ServerResponse })._httpMessage;

const reasons: Record<number, string> = { 400: 'Bad Request', 413: 'Content Too Large' };

const refuse = (socket: Duplex, refusal: TintypeError) => {
  const id = newRequestId();
  const body = JSON.stringify(errorBody(refusal, id));
  const head = [
    `HTTP/1.1 ${refusal.status} ${reasons[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};

/**
 * Answers in the catalogue's form what never reaches the application: what the parser refuses (raw bytes, a header too
 * large, a request too slow), CONNECT, and an `Expect` that nobody knows.
 */
export const answerClientErrors = (server: Server): void => {
  server.on('connect', (_request, socket) => {
    refuse(socket, new TintypeError('invalid_request', 'This is no proxy.'));
  });
  server.on('checkExpectation', (request) => {
    refuse(request.socket, new TintypeError('invalid_request', 'The header `Expect` takes 100-continue.'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || answerOn(socket)?.headersSent) return socket.destroy();
    const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const refusal = tooLarge
      ? new TintypeError('request_too_large', 'The header of the request is too large.')
      : new TintypeError('invalid_request', 'The request is not valid HTTP.');
    refuse(socket, refusal);
    return undefined;
  });
};
