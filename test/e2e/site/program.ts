/** Runs in a pod: serves a page and records requested paths. Also a CONNECT proxy for runs outside of the cluster. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

let page = '';
const asked: string[] = [];

const server = createServer(async (request, response) => {
  const { method, url = '' } = request;
  response.setHeader('access-control-allow-origin', '*');
  if (url === '/asked') return response.end(JSON.stringify(asked));
  if (url === '/shown' && method === 'PUT') {
    page = await text(request);
    return response.end();
  }
  asked.push(url);
  response.setHeader('content-type', 'text/html');
  return response.end(`<!doctype html><meta charset="utf-8">${page}`);
});

/** Accepts a WebSocket and sends nothing. https://www.rfc-editor.org/rfc/rfc6455#section-4.2.2 */
server.on('upgrade', (request, socket) => {
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accepted = createHash('sha1').update(key).digest('base64');
  asked.push(request.url ?? '');
  socket.on('error', () => socket.destroy());
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
  );
});

server.on('connect', (request, client, head) => {
  const { hostname, port } = new URL(`http://${request.url}`);
  const target = connect(Number(port || 80), hostname, () => {
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    target.write(head);
    target.pipe(client).pipe(target);
  });
  target.on('error', () => client.destroy());
  target.on('close', () => client.destroy());
  client.on('error', () => target.destroy());
  client.on('close', () => target.destroy());
});

process.on('SIGTERM', () => process.exit(0));
server.listen(Number(process.argv[2]));
