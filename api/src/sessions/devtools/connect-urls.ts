import type { KeyObject } from 'node:crypto';
import { connectKeyOf, mintToken, type Session, sessionOfToken } from '@tintype/contracts';

export interface ConnectUrlsOptions {
  rootKey: KeyObject;
  /** Where clients reach the service; undefined: at whatever host they ask. */
  apiUrl: URL | undefined;
}

/** Where a request came in. */
export interface RequestAddress {
  /** As the client wrote it. */
  host: string;
  localAddress: string;
  localPort: number;
}

/** What the client asked for; where no URL can have that, the address that it reached. */
const baseOf = ({ host, localAddress, localPort }: RequestAddress): URL => {
  const asked = URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`) : undefined;
  if (asked && asked.href === `http://${asked.host}/`) return asked;
  return new URL(`http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}/`);
};

const withSlash = (url: URL): string => (url.href.endsWith('/') ? url.href : `${url.href}/`);

/** Where the DevTools clients of a session connect. Nobody keeps a list: whoever has the root key can tell a token of ours. */
export class ConnectUrls {
  readonly #key: string;
  readonly #apiUrl: URL | undefined;

  constructor({ rootKey, apiUrl }: ConnectUrlsOptions) {
    this.#key = connectKeyOf(rootKey);
    this.#apiUrl = apiUrl;
  }

  /** The session with a new `connectUrl`, where it has one. Earlier ones stay good. */
  addTo(session: Session, reachedAt: RequestAddress): Session {
    const { id, status, options, expiresAt } = session;
    if (status !== 'active' || !options.cdp) return session;
    const claims = { session: id, purpose: 'cdp', expiresAt: Date.parse(expiresAt) } as const;
    const token = mintToken(this.#key, { ...claims, withNonce: true });
    const url = new URL(`cdp?token=${token}`, this.#apiUrl ? withSlash(this.#apiUrl) : baseOf(reachedAt));
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    return { ...session, connectUrl: url.href };
  }

  /** Which session a token is for; undefined for a text that is none. Whether the session is over, the session says. */
  sessionOf(token: string): string | undefined {
    return sessionOfToken(this.#key, token, { purpose: 'cdp', now: 0 });
  }
}
