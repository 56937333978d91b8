import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { liveProtocol, type TintypeError } from '@tintype/contracts';
import { closeAfterRest } from '../../middleware/slow-bodies.js';
import { closeFrame } from './frames.js';
import type { TunnelKind } from './upgrade-request.js';

export const upgradeResponse = (accept: string, kind: TunnelKind) =>
  [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    ...(kind === 'live' ? [`Sec-WebSocket-Protocol: ${liveProtocol}`] : []),
    '\r\n',
  ].join('\r\n');

/** RFC 6455, 4.2.2 */
const acceptOf = (key: string) =>
  createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');

/** Cuts the text to 123 bytes, the most in a close frame (RFC 6455, 5.5). */
const shortened = (text: string) => {
  const bytes = Buffer.from(text);
  return bytes.length <= 123
    ? text
    : `${bytes
        .subarray(0, 118)
        .toString()
        .replace(/\uFFFD$/, '')}…`;
};

/**
 * Accepts the handshake and closes with code 4000 plus the status. A page's scripts learn nothing of a refused
 * handshake.
 */
export const refuseInside = (socket: Duplex, key: string, { status, message }: TintypeError): void => {
  socket.write(upgradeResponse(acceptOf(key), 'live'));
  socket.end(closeFrame({ code: 4000 + status, reason: shortened(message) }));
  // Keep reading: the socket reports its end only to a reader.
  closeAfterRest(socket);
};
