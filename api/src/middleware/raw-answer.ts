import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TintypeError } from '@tintype/contracts';
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
