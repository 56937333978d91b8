import type { KeyObject } from 'node:crypto';
import { connectKeyOf, mintToken, type Session, sessionOfToken } from '@tintype/contracts';
import { baseOf, type RequestAddress } from '../../public-base.js';

export interface ConnectUrlsOptions {
  rootKey: KeyObject;
  /** Where clients reach the service; undefined: at the host that they request. */
  apiUrl: URL | undefined;
}

/** Makes and reads connect URLs. A key derived from the root key signs their tokens, so no replica keeps a list. */
export class ConnectUrls {
  readonly #key: string;
  readonly #apiUrl: URL | undefined;

  constructor({ rootKey, apiUrl }: ConnectUrlsOptions) {
    this.#key = connectKeyOf(rootKey);
    this.#apiUrl = apiUrl;
  }

  /** Adds a new URL to an active session with `cdp`. Earlier URLs stay valid. */
  addTo(session: Session, reachedAt: RequestAddress): Session {
    const { id, status, options, expiresAt } = session;
    if (status !== 'active' || !options.cdp) return session;
    const claims = { session: id, purpose: 'cdp', expiresAt: Date.parse(expiresAt) } as const;
    const token = mintToken(this.#key, { ...claims, withNonce: true });
    const url = new URL(`cdp?token=${token}`, baseOf(reachedAt, this.#apiUrl));
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    return { ...session, connectUrl: url.href };
  }

  /** The session of a valid token. The token's expiry is not checked: the session decides. */
  sessionOf(token: string): string | undefined {
    return sessionOfToken(this.#key, token, { purpose: 'cdp', now: 0 });
  }
}
