import type { IncomingMessage } from 'node:http';
import { liveProtocol, liveTokenPrefix, TintypeError } from '@tintype/contracts';

/** What a WebSocket is for. */
export type TunnelKind = 'cdp' | 'live';

export interface UpgradeRequest {
  kind: TunnelKind;
  token: string;
  /** `Sec-WebSocket-Key` */
  key: string;
}

export const tunnelPaths = { cdp: '/cdp', live: '/live/socket' } as const satisfies Record<TunnelKind, string>;

const urlOf = ({ url = '/' }: IncomingMessage): URL | undefined =>
  URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost') : undefined;

export const tunnelKindOf = (request: IncomingMessage): TunnelKind => {
  const path = urlOf(request)?.pathname;
  return path === tunnelPaths.live ? 'live' : 'cdp';
};

/** True for an upgrade of ours. Other requests with `Upgrade` are answered as if they had no such header. */
export const isForUs = (request: IncomingMessage): boolean =>
  request.method === 'GET' &&
  /^websocket$/i.test(request.headers.upgrade ?? '') &&
  urlOf(request)?.pathname === tunnelPaths[tunnelKindOf(request)];

/** @throws TintypeError `invalid_request` */
const tokenInQuery = (request: IncomingMessage): string => {
  const [token = '', ...more] = urlOf(request)?.searchParams.getAll('token') ?? [];
  if (more.length === 0) return token;
  throw new TintypeError('invalid_request', 'The query has more than one `token`: send the `connectUrl` as it is.');
};

/** @throws TintypeError `invalid_request` */
const tokenInProtocols = ({ headers }: IncomingMessage): string => {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const [token = '', ...more] = offered.filter((name) => name.startsWith(liveTokenPrefix));
  if (offered.includes(liveProtocol) && more.length === 0) return token.slice(liveTokenPrefix.length);
  throw new TintypeError('invalid_request', 'Only the page of the live view connects here: open its link.');
};

const readers = { cdp: tokenInQuery, live: tokenInProtocols } as const;

/** `Sec-WebSocket-Key`; undefined if the request is no handshake of version 13. */
export const handshakeKey = (request: IncomingMessage): string | undefined => {
  const { 'sec-websocket-key': key = '', 'sec-websocket-version': version } = request.headers;
  return version === '13' && /^[A-Za-z0-9+/]{22}==$/.test(key) && isForUs(request) ? key : undefined;
};

/** @throws TintypeError `invalid_request` */
export const readUpgrade = (request: IncomingMessage): UpgradeRequest => {
  const key = handshakeKey(request);
  if (key === undefined)
    throw new TintypeError(
      'invalid_request',
      'The request is not a WebSocket handshake of version 13. Use a WebSocket client.',
    );
  const kind = tunnelKindOf(request);
  return { kind, key, token: readers[kind](request) };
};
