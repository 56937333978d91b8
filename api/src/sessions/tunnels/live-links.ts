import type { KeyObject } from 'node:crypto';
import {
  connectKeyOf,
  type LiveLink,
  type LiveRight,
  limits,
  liveRights,
  mintToken,
  type Session,
  sessionOfToken,
} from '@tintype/contracts';
import type { Clock } from '@tintype/runtime';
import { baseOf, type RequestAddress } from '../../public-base.js';

export interface LiveLinksOptions {
  rootKey: KeyObject;
  /** Where clients reach the service; undefined: at the host that they request. */
  apiUrl: URL | undefined;
  clock: Pick<Clock, 'now'>;
}

export interface LivePass {
  session: string;
  right: LiveRight;
}

/**
 * Makes and reads links to the live view. Their tokens are signed like those of connect URLs, so no replica keeps a
 * list. A token is in the link's fragment, which never reaches a server.
 */
export class LiveLinks {
  readonly #key: string;
  readonly #options: LiveLinksOptions;

  constructor(options: LiveLinksOptions) {
    this.#key = connectKeyOf(options.rootKey);
    this.#options = options;
  }

  /** A link to an active session. */
  linkTo({ id, expiresAt }: Pick<Session, 'id' | 'expiresAt'>, right: LiveRight, reachedAt: RequestAddress): LiveLink {
    const { apiUrl, clock } = this.#options;
    const until = Math.min(clock.now() + limits.liveLinkSeconds * 1000, Date.parse(expiresAt));
    const token = mintToken(this.#key, { session: id, purpose: right, expiresAt: until, withNonce: true });
    const url = `${new URL('live', baseOf(reachedAt, apiUrl)).href}#${token}`;
    return { success: true, url, expiresAt: new Date(until).toISOString() };
  }

  /** What the token of a link, or of `passFor`, allows. Undefined if the token is wrong or has expired. */
  read(token: string): LivePass | undefined {
    const now = this.#options.clock.now();
    for (const right of liveRights) {
      const session = sessionOfToken(this.#key, token, { purpose: right, now });
      if (session !== undefined) return { session, right };
    }
    return undefined;
  }

  /** A token for a page's next connections, valid until the session ends. */
  passFor({ session, right }: LivePass, expiresAt: number): string {
    return mintToken(this.#key, { session, purpose: right, expiresAt, withNonce: true });
  }
}
