import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { systemClock } from '@tintype/runtime';
import type { WebSocket, WebSocketServer } from 'ws';
import { keepAlive } from './keep-alive.js';

export interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

/** Answers the handshake. Rejects if the client has left. */
export const openSocket = async (server: WebSocketServer, { request, socket, head }: Upgrade): Promise<WebSocket> => {
  const opened = Promise.withResolvers<WebSocket>();
  const gone = () => opened.reject(new Error('The client disconnected.'));
  socket.once('close', gone);
  if (socket.destroyed) gone();
  else server.handleUpgrade(request, socket, head, opened.resolve);
  const opening = await opened.promise;
  keepAlive(opening, socket as Socket, systemClock);
  return opening;
};
