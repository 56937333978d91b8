import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TintypeError } from '@tintype/contracts';
import { errorBody } from './errors.js';
import { newRequestId } from './request-id.js';
import { closeAfterRest, connectionTimes } from './slow-bodies.js';

/** The most bytes of a request's URL and headers. */
export const maxHeaderBytes = 64 * 1024;

/** Status texts of RFC 9110 that replace Node's older ones. */
const newerStatusTexts: Record<number, string> = { 413: 'Content Too Large' };

export interface RawRefusal {
  /** The request's id; without it, the refusal gets a new one. */
  id?: string;
  /** More headers of the refusal. */
  headers?: ReadonlyMap<string, string>;
}

/** Writes an error of the catalogue on a raw connection, then closes the connection (`closeAfterRest`). */
export const refuseRaw = (
  socket: Duplex,
  refusal: TintypeError,
  { id = newRequestId(), headers = new Map() }: RawRefusal = {},
): void => {
  const body = JSON.stringify(errorBody(refusal, id));
  const { status, retryAfterSeconds } = refusal;
  const head = [
    `HTTP/1.1 ${status} ${newerStatusTexts[status] ?? STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Cache-Control: no-store',
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  closeAfterRest(socket);
};

/**
 * Lets pages of any origin read a refusal, such as that of a signed URL that is too long. A refusal shows no data, only
 * the rule that the request breaks.
 */
const headersForAnyOrigin = new Map([['Access-Control-Allow-Origin', '*']]);

/** The answer that is being sent on a connection. Node's own handler reads this private field, too. */
const answerOn = (socket: Socket) => (socket as { _httpMessage?: ServerResponse })._httpMessage;

const refusalOf = ({ code }: NodeJS.ErrnoException): TintypeError => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new TintypeError(
      'request_too_large',
      `URL and headers of the request have more than ${maxHeaderBytes / 1024} KiB. Send long options as JSON: POST /v1/renders.`,
    );
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new TintypeError(
      'invalid_request',
      `The request did not arrive within ${connectionTimes.requestTimeout / 1000} s. Send it again.`,
    );
  return new TintypeError('invalid_request', 'The request is not valid HTTP. Check its method, path and headers.');
};

/**
 * Answers requests that never reach the application with errors of the catalogue. These are requests that the parser
 * refuses, slow ones, CONNECT, and an unknown `Expect`.
 */
export const answerClientErrors = (server: Server): void => {
  server.on('connect', (_request, socket) => {
    refuseRaw(socket, new TintypeError('invalid_request', 'This server is not a proxy: it does not take CONNECT.'));
  });
  server.on('checkExpectation', (request) => {
    refuseRaw(request.socket, new TintypeError('invalid_request', 'The header `Expect` takes only `100-continue`.'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || answerOn(socket)?.headersSent) return socket.destroy();
    refuseRaw(socket, refusalOf(error), { headers: headersForAnyOrigin });
    return undefined;
  });
};
