import type { Context } from 'koa';

export interface RequestAddress {
  /** The header `Host`. */
  host: string;
  /** Our side of the connection. */
  localAddress: string;
  localPort: number;
  /** Whether the client uses TLS, at least as far as a proxy in front of the api. */
  isSecure?: boolean;
}

/** `X-Forwarded-Proto` of any client counts: like `Host`, it only changes links in the answer to the same request. */
export const requestAddress = (context: Pick<Context, 'host' | 'socket' | 'get'>): RequestAddress => {
  const { localAddress = '', localPort = 0 } = context.socket;
  // Each proxy of a chain appends its scheme, so the first is that of the client.
  const [scheme = ''] = context.get('X-Forwarded-Proto').split(',');
  return { host: context.host, localAddress, localPort, isSecure: scheme.trim().toLowerCase() === 'https' };
};

/** The local address stands in for a host that does not fit into a URL. */
const requestedBase = ({ host, localAddress, localPort, isSecure }: RequestAddress): URL => {
  const requested = baseAt(host, isSecure);
  if (requested) return requested;
  return new URL(`http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}/`);
};

/** The base of links to a host with an optional port. Undefined if `host` is anything else. */
const baseAt = (host: string, isSecure: boolean | undefined): URL | undefined => {
  const base = `${isSecure ? 'https' : 'http'}://${host}/`;
  if (!URL.canParse(base)) return undefined;
  const url = new URL(base);
  return url.href === `${url.protocol}//${url.host}/` ? url : undefined;
};

/** Whether `Host` fits into a link. If not, and no base is configured, links name the local address. */
export const namesHost = (context: Pick<Context, 'host'>): boolean => baseAt(context.host, false) !== undefined;

/** The base of generated links, with a slash at its end: the configured one, else the client's requested host. */
export const baseOf = (address: RequestAddress, configured: URL | undefined): string => {
  const { href } = configured ?? requestedBase(address);
  return href.endsWith('/') ? href : `${href}/`;
};
