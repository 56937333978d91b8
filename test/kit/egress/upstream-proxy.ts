import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type RequestListener,
  request as requestOn,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { makeCertificate } from './certificate.js';

/** A customer's proxy: demands a login, resolves names, and records targets. */
export interface UpstreamProxy {
  readonly port: number;
  /** A URL with the login. */
  readonly url: string;
  /** A URL with a wrong login. */
  readonly wrongUrl: string;
  /** `CONNECT host:port`, `GET url` or `SOCKS host:port`, in order. */
  readonly asked: string[];
  close: () => Promise<void>;
}

const [user, password] = ['us:er', 'p@ss word'];
const login = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** All names lead here. */
const home = '127.0.0.1';

const ended = async (server: Server, sockets: Set<Socket>) => {
  server.close();
  for (const socket of sockets) socket.destroy();
  if (server.listening) await once(server, 'close');
};

const started = async (server: Server, scheme: string, asked: string[]): Promise<UpstreamProxy> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = (name: string, word: string) =>
    `${scheme}://${encodeURIComponent(name)}:${encodeURIComponent(word)}@127.0.0.1:${port}`;
  return { port, url: url(user, password), wrongUrl: url(user, 'x'), asked, close: () => ended(server, sockets) };
};

interface Words {
  greeting: string | Buffer;
  refusal: string | Buffer;
}

const splice = (near: Socket, port: number, { greeting, refusal }: Words) => {
  const far = connect(port, home);
  far.on('error', () => near.end(refusal));
  near.on('error', () => far.destroy());
  near.once('close', () => far.destroy());
  far.once('connect', () => {
    near.write(greeting);
    near.pipe(far).pipe(near);
  });
};

const forward =
  (asked: string[]): RequestListener =>
  (incoming, response) => {
    if (incoming.headers['proxy-authorization'] !== login) return response.writeHead(407).end('log in');
    asked.push(`${incoming.method} ${incoming.url}`);
    const { port, pathname, search, host } = new URL(incoming.url ?? '');
    const outgoing = requestOn({ host: home, port, path: pathname + search, headers: { host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    return incoming.pipe(outgoing);
  };

const asHttpProxy = (server: HttpServer, asked: string[]): void => {
  server.on('connect', (incoming, socket: Socket) => {
    if (incoming.headers['proxy-authorization'] !== login) return socket.end('HTTP/1.1 407 Log in\r\n\r\n');
    asked.push(`CONNECT ${incoming.url}`);
    return splice(socket, Number(incoming.url?.split(':').at(-1)), {
      greeting: 'HTTP/1.1 200 OK\r\nVia: x\r\n\r\n',
      refusal: 'HTTP/1.1 502 No way\r\n\r\n',
    });
  });
};

export const startHttpUpstream = (): Promise<UpstreamProxy> => {
  const asked: string[] = [];
  const server = createHttpServer(forward(asked));
  asHttpProxy(server, asked);
  return started(server, 'http', asked);
};

/** Over TLS. `certificate` is PEM; give it to clients that should trust it. */
export const startHttpsUpstream = async (): Promise<UpstreamProxy & { certificate: string }> => {
  const asked: string[] = [];
  const { key, cert: certificate } = makeCertificate('127.0.0.1');
  const server = createHttpsServer({ key, cert: certificate }, forward(asked));
  asHttpProxy(server, asked);
  return { ...(await started(server, 'https', asked)), certificate };
};

const nextChunk = async (socket: Socket): Promise<Buffer> => {
  const hearing = once(socket, 'data');
  socket.resume();
  const [chunk] = (await hearing) as [Buffer];
  socket.pause();
  return chunk;
};

const hostOf = (request: Buffer): string => {
  if (request[3] === 1) return request.subarray(4, 8).join('.');
  return request.subarray(5, 5 + (request[4] ?? 0)).toString();
};

const serveSocks = async (socket: Socket, asked: string[]) => {
  await nextChunk(socket);
  socket.write(Buffer.of(5, 2));
  const reply = await nextChunk(socket);
  const name = reply.subarray(2, 2 + (reply[1] ?? 0)).toString();
  const word = reply.subarray(3 + name.length).toString();
  if (name !== user || word !== password) return socket.end(Buffer.of(1, 1));
  socket.write(Buffer.of(1, 0));
  const request = await nextChunk(socket);
  const port = request.readUInt16BE(request.length - 2);
  asked.push(`SOCKS ${hostOf(request)}:${port}`);
  return splice(socket, port, {
    greeting: Buffer.from([5, 0, 0, 3, 4, ...Buffer.from('here'), 0, 0]),
    refusal: Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0]),
  });
};

export const startSocksUpstream = (): Promise<UpstreamProxy> => {
  const asked: string[] = [];
  const server = createServer((socket) => {
    serveSocks(socket, asked).catch(() => socket.destroy());
  });
  return started(server, 'socks5', asked);
};
