import { isIP, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Destination } from '../connector.js';
import { readBytes } from './read-bytes.js';
import { LoginRefused, NotThatProxy, ProxyConnectFailed } from './upstream-faults.js';

const version = 5;
const method = { none: 0, password: 2, refused: 0xff } as const;
const address = { v4: 1, name: 3, v6: 4 } as const;
const connect = 1;
const maxTextBytes = 255;

const lengthPrefixed = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  if (bytes.length > maxTextBytes) throw new Error(`The text exceeds ${maxTextBytes} bytes, the limit of SOCKS.`);
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
};

/** Sends names unresolved: the proxy resolves them. */
const addressOf = (hostname: string): Buffer => {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(literal);
  if (family === 0) return Buffer.concat([Buffer.of(address.name), lengthPrefixed(literal)]);
  return Buffer.from([family === 4 ? address.v4 : address.v6, ...ipaddr.parse(literal).toByteArray()]);
};

/** Sends user name and password (RFC 1929). */
const login = async (socket: Socket, { username, password }: URL, signal: AbortSignal) => {
  const parts = [
    Buffer.of(1),
    lengthPrefixed(decodeURIComponent(username)),
    lengthPrefixed(decodeURIComponent(password)),
  ];
  socket.write(Buffer.concat(parts));
  const [, status] = await readBytes(socket, 2, signal);
  if (status !== 0) throw new LoginRefused('The proxy refuses the login.');
};

const greet = async (socket: Socket, proxy: URL, signal: AbortSignal) => {
  const methods = proxy.username || proxy.password ? [method.none, method.password] : [method.none];
  socket.write(Buffer.of(version, methods.length, ...methods));
  const [answeredVersion, chosen] = await readBytes(socket, 2, signal);
  if (answeredVersion !== version) throw new NotThatProxy('The server is not a SOCKS 5 proxy.');
  if (chosen === method.password && methods.includes(method.password)) await login(socket, proxy, signal);
  else if (chosen !== method.none) throw new LoginRefused('The proxy needs another kind of login.');
};

/** Reads and drops the address and the port, 2 bytes, in the proxy's answer. */
const skipAddress = async (socket: Socket, kind: number | undefined, signal: AbortSignal) => {
  const lengths: Record<number, number> = { [address.v4]: 4, [address.v6]: 16 };
  const [nameLength = 0] = kind === address.name ? await readBytes(socket, 1, signal) : [];
  await readBytes(socket, (lengths[kind ?? 0] ?? nameLength) + 2, signal);
};

/** Asks a SOCKS 5 proxy for a connection (RFC 1928). Throws NotThatProxy, LoginRefused or ProxyConnectFailed. */
export const connectBySocks = async (
  socket: Socket,
  { hostname, port }: Pick<Destination, 'hostname' | 'port'>,
  proxy: URL,
  signal: AbortSignal,
): Promise<void> => {
  await greet(socket, proxy, signal);
  socket.write(Buffer.concat([Buffer.of(version, connect, 0), addressOf(hostname), Buffer.of(port >> 8, port & 0xff)]));
  const [, reply, , kind] = await readBytes(socket, 4, signal);
  if (reply !== 0) throw new ProxyConnectFailed(`The proxy does not connect: ${reply}.`);
  await skipAddress(socket, kind, signal);
};
