import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

/** The answer to a plain HTTP request for a WebSocket. */
export const askForWebSocket = async (port: number, path: string, headers: Record<string, string> = {}) => {
  const socket = connect(port, '127.0.0.1');
  const key = randomBytes(16).toString('base64');
  const all = {
    host: 'x',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': key,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return { socket, status: Number(chunk.toString().split(' ')[1]), answer: chunk.toString() };
};
