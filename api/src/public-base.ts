import type { Context } from 'koa';

export interface RequestAddress {
  /** The header `Host`. */
  host: string;
  localAddress: string;
  localPort: number;
}

export const requestAddress = (context: Pick<Context, 'host' | 'socket'>): RequestAddress => {
  const { localAddress = '', localPort = 0 } = context.socket;
  return { host: context.host, localAddress, localPort };
};

/** The local address stands in for a host that does not fit into a URL. */
const requestedBase = ({ host, localAddress, localPort }: RequestAddress): URL => {
  const requested = URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`) : undefined;
  if (requested && requested.href === `http://${requested.host}/`) return requested;
  return new URL(`http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}/`);
};

/** The base of generated links, with a slash at its end: the configured one, else the host that the client requests. */
export const baseOf = (reachedAt: RequestAddress, configured: URL | undefined): string => {
  const { href } = configured ?? requestedBase(reachedAt);
  return href.endsWith('/') ? href : `${href}/`;
};
