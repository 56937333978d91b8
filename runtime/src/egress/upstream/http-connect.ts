import type { Socket } from 'node:net';
import type { Destination } from '../connector.js';
import { readBytes } from './read-bytes.js';
import { LoginRefused, ProxyConnectFailed, WrongProxyProtocol } from './upstream-faults.js';

const maxHeadBytes = 16 * 1024;

/** The value of `Proxy-Authorization` for the URL's user. Undefined if the URL has none. */
export const basicLogin = ({ username, password }: URL): string | undefined => {
  if (!username && !password) return undefined;
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(login).toString('base64')}`;
};

/** Statuses with which web servers that are not proxies answer CONNECT. */
const webServerStatuses = ['400', '404', '405', '501'];

/** Reads single bytes, to leave the bytes after the head in the socket: they come from the destination. */
const readHead = async (socket: Socket, signal: AbortSignal): Promise<string> => {
  let head = '';
  while (!head.endsWith('\r\n\r\n')) {
    if (head.length > maxHeadBytes) throw new Error(`The head of the proxy's answer exceeds ${maxHeadBytes} bytes.`);
    head += (await readBytes(socket, 1, signal)).toString('latin1');
  }
  return head;
};

/**
 * Asks an HTTP proxy for a tunnel (RFC 9110, section 9.3.6). Throws WrongProxyProtocol, LoginRefused,
 * ProxyConnectFailed, an Error for an oversized head, or AbortError.
 */
export const connectByHttp = async (
  socket: Socket,
  { hostname, port }: Pick<Destination, 'hostname' | 'port'>,
  proxy: URL,
  signal: AbortSignal,
): Promise<void> => {
  const authority = `${hostname}:${port}`;
  const login = basicLogin(proxy);
  const lines = [
    `CONNECT ${authority} HTTP/1.1`,
    `Host: ${authority}`,
    ...(login ? [`Proxy-Authorization: ${login}`] : []),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const [, status] = /^HTTP\/1\.\d (\d{3})/.exec(await readHead(socket, signal)) ?? [];
  if (status?.startsWith('2')) return;
  if (status === undefined || webServerStatuses.includes(status))
    throw new WrongProxyProtocol('The server is not an HTTP proxy.');
  throw status === '407'
    ? new LoginRefused('The proxy refuses the login.')
    : new ProxyConnectFailed(`The proxy answers ${status}.`);
};
