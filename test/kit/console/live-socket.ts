import { once } from 'node:events';
import { liveProtocol, liveTokenPrefix } from '@tintype/contracts';
import { WebSocket } from 'ws';

/** A client that speaks to the socket as the page does. */
export const connect = async (
  link: string,
): Promise<{ socket: WebSocket; closed: Promise<{ code: number; reason: string }> }> => {
  const url = new URL(link);
  const socket = new WebSocket(`ws://${url.host}/live/socket`, [
    liveProtocol,
    `${liveTokenPrefix}${url.hash.slice(1)}`,
  ]);
  const closed = once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }));
  await once(socket, 'open');
  return { socket, closed };
};
