import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TintypeError } from '@tintype/contracts';
import { errorBody } from './errors.js';
import { newRequestId } from './request-id.js';
import { closeAfterRest } from './slow-bodies.js';

/** As RFC 9110 has them, where Node has an older name. */
const renamed: Record<number, string> = { 413: 'Content Too Large' };

/** Answers an error in the catalogue's form on a connection that is no application's, and ends it. */
export const refuseRaw = (socket: Duplex, refusal: TintypeError, id = newRequestId()): void => {
  const body = JSON.stringify(errorBody(refusal, id));
  const { status, retryAfterSeconds } = refusal;
  const head = [
    `HTTP/1.1 ${status} ${renamed[status] ?? STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Cache-Control: no-store',
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  closeAfterRest(socket);
};

/** The answer that is under way on a connection; Node's own handler asks in the same way. */
const answerOn = (socket: Socket) => (socket as { _httpMessage?: ServerResponse })._httpMessage;

const refusalOf = ({ code }: NodeJS.ErrnoException): TintypeError => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new TintypeError('request_too_large', 'The header of the request is too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new TintypeError('invalid_request', 'The request took too long to arrive.');
  return new TintypeError('invalid_request', 'The request is not valid HTTP.');
};

/**
 * Answers in the catalogue's form what never reaches the application: what the parser refuses (raw bytes, a header too
 * large, a request too slow), CONNECT, and an `Expect` that nobody knows.
 */
export const answerClientErrors = (server: Server): void => {
  server.on('connect', (_request, socket) => {
    refuseRaw(socket, new TintypeError('invalid_request', 'This is no proxy.'));
  });
  server.on('checkExpectation', (request) => {
    refuseRaw(request.socket, new TintypeError('invalid_request', 'The header `Expect` takes 100-continue.'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || answerOn(socket)?.headersSent) return socket.destroy();
    refuseRaw(socket, refusalOf(error));
    return undefined;
  });
};
