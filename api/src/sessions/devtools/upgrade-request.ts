import type { IncomingMessage } from 'node:http';
import { TintypeError } from '@tintype/contracts';

export interface UpgradeRequest {
  token: string;
  /** `Sec-WebSocket-Key` */
  key: string;
}

const urlOf = ({ url = '/' }: IncomingMessage): URL | undefined =>
  URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost') : undefined;

/** Other requests with `Upgrade` are answered as if they had none. */
export const isForUs = (request: IncomingMessage): boolean =>
  request.method === 'GET' && /^websocket$/i.test(request.headers.upgrade ?? '') && urlOf(request)?.pathname === '/cdp';

/** @throws TintypeError `invalid_request` */
const tokenIn = (request: IncomingMessage): string => {
  const [token = '', ...more] = urlOf(request)?.searchParams.getAll('token') ?? [];
  if (more.length === 0) return token;
  throw new TintypeError('invalid_request', 'The query has more than one `token`: send the `connectUrl` as it is.');
};

/** @throws TintypeError `invalid_request` */
export const readUpgrade = (request: IncomingMessage): UpgradeRequest => {
  const { 'sec-websocket-key': key = '', 'sec-websocket-version': version } = request.headers;
  if (version !== '13' || !/^[A-Za-z0-9+/]{22}==$/.test(key) || !isForUs(request))
    throw new TintypeError('invalid_request', 'The request is not a WebSocket handshake of version 13.');
  return { key, token: tokenIn(request) };
};
