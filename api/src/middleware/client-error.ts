import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TintypeError } from '@tintype/contracts';
import { errorBody } from './errors.js';
import { newRequestId } from './request-id.js';

/** The answer that is under way on a connection; Node's own handler asks in the same way. */
const answerOn = (socket: Socket) => (socket as { _httpMessage?: ServerResponse })._httpMessage;

/** Answers what the HTTP parser refuses in the catalogue's form: raw bytes, a header too large, a request too slow. */
export const answerClientErrors = (server: Server): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || answerOn(socket)?.headersSent) return socket.destroy();
    const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const refusal = tooLarge
      ? new TintypeError('request_too_large', 'The header of the request is too large.')
      : new TintypeError('invalid_request', 'The request is not valid HTTP.');
    const id = newRequestId();
    const body = JSON.stringify(errorBody(refusal, id));
    const head = [
      `HTTP/1.1 ${refusal.status} ${tooLarge ? 'Content Too Large' : 'Bad Request'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${id}`,
      'Cache-Control: no-store',
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    return undefined;
  });
};
