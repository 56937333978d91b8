import { type Session, TintypeError } from '@tintype/contracts';
import { reachable } from '../reachable.js';
import { type LiveViewOptions, liveView } from './live-view.js';
import type { ListQuery, SessionList, SessionPage } from './session-list.js';
import type { FoundSession, SessionLookup } from './session-lookup.js';
import { chargeView, isActive, objectView } from './session-view.js';

export interface SessionReadingOptions extends LiveViewOptions {
  lookup: Pick<SessionLookup, 'find'>;
  list: Pick<SessionList, 'page'>;
}

/** What can be read of sessions: the same on every replica, from the moment that a write was answered. */
export class SessionReading {
  readonly #options: SessionReadingOptions;

  constructor(options: SessionReadingOptions) {
    this.#options = options;
  }

  /** Throws `session_not_found`. */
  async get(account: string, id: string): Promise<Session> {
    const found = await reachable(this.#options.lookup.find(account, id));
    if (!found) throw new TintypeError('session_not_found');
    return this.view(found);
  }

  async view(found: FoundSession): Promise<Session> {
    if ('charge' in found) return chargeView(found.charge);
    const { object } = found;
    return isActive(object) ? liveView(this.#options, object) : objectView(object, this.#options.clock.now());
  }

  list(account: string, query: ListQuery): Promise<SessionPage> {
    return reachable(this.#options.list.page(account, query));
  }
}
