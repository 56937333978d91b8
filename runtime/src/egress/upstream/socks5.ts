import { isIP, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Destination } from '../connector.js';
import { readBytes } from './read-bytes.js';
import { LoginRefused, ProxyConnectFailed, WrongProxyProtocol } from './upstream-faults.js';

/* Codes of RFC 1928. */
const version = 5;
const method = { none: 0, password: 2 } as const;
const addressType = { v4: 1, name: 3, v6: 4 } as const;
const connectCommand = 1;

/** The longest name, user name or password. */
const maxTextBytes = 255;

const lengthPrefixed = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  if (bytes.length > maxTextBytes) throw new Error(`The text exceeds ${maxTextBytes} bytes, the limit of SOCKS.`);
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
};

/** An address or name as SOCKS sends it. Names stay unresolved: the proxy resolves them. */
const encodedAddress = (hostname: string): Buffer => {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(literal);
  if (family === 0) return Buffer.concat([Buffer.of(addressType.name), lengthPrefixed(literal)]);
  return Buffer.from([family === 4 ? addressType.v4 : addressType.v6, ...ipaddr.parse(literal).toByteArray()]);
};

/** Sends user name and password (RFC 1929). Throws LoginRefused. */
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

/** Agrees with the proxy on a kind of login, and logs in. */
const greet = async (socket: Socket, proxy: URL, signal: AbortSignal) => {
  const methods = proxy.username || proxy.password ? [method.none, method.password] : [method.none];
  socket.write(Buffer.of(version, methods.length, ...methods));
  const [answeredVersion, chosen] = await readBytes(socket, 2, signal);
  if (answeredVersion !== version) throw new WrongProxyProtocol('The server is not a SOCKS 5 proxy.');
  if (chosen === method.password && methods.includes(method.password)) await login(socket, proxy, signal);
  else if (chosen !== method.none) throw new LoginRefused('The proxy needs another kind of login.');
};

/** Reads and drops the address in the proxy's answer, and the port, which has 2 bytes. */
const skipAddress = async (socket: Socket, type: number | undefined, signal: AbortSignal) => {
  const lengths: Record<number, number> = { [addressType.v4]: 4, [addressType.v6]: 16 };
  const [nameLength = 0] = type === addressType.name ? await readBytes(socket, 1, signal) : [];
  await readBytes(socket, (lengths[type ?? 0] ?? nameLength) + 2, signal);
};

/**
 * Asks a SOCKS 5 proxy for a connection (RFC 1928). Throws WrongProxyProtocol, LoginRefused, ProxyConnectFailed, an
 * Error for a name or login above 255 bytes, or AbortError.
 */
export const connectBySocks = async (
  socket: Socket,
  { hostname, port }: Pick<Destination, 'hostname' | 'port'>,
  proxy: URL,
  signal: AbortSignal,
): Promise<void> => {
  await greet(socket, proxy, signal);
  socket.write(
    Buffer.concat([Buffer.of(version, connectCommand, 0), encodedAddress(hostname), Buffer.of(port >> 8, port & 0xff)]),
  );
  const [, reply, , type] = await readBytes(socket, 4, signal);
  if (reply !== 0) throw new ProxyConnectFailed(`The proxy does not connect: ${reply}.`);
  await skipAddress(socket, type, signal);
};
