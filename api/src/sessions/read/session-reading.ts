import { type Session, TintypeError } from '@tintype/contracts';
import type { Clock } from '@tintype/runtime';
import { reachable } from '../../reachable.js';
import type { CurrentViews } from './current-views.js';
import type { ListQuery, SessionList, SessionPage } from './session-list.js';
import type { FoundSession, SessionLookup } from './session-lookup.js';
import { chargeView, isActive, objectView } from './session-view.js';

export interface SessionReadingOptions {
  lookup: Pick<SessionLookup, 'find'>;
  list: Pick<SessionList, 'page'>;
  views: Pick<CurrentViews, 'of'>;
  clock: Pick<Clock, 'now'>;
}

/** Reads sessions. Once a write was answered, every replica gives the same answer. */
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

  async view(found: FoundSession, known: { isOver?: boolean } = {}): Promise<Session> {
    return 'charge' in found ? chargeView(found.charge) : this.#options.views.of(found.object, known);
  }

  /** The session as a create answers it. While it is active, its pod is not asked. */
  async opened(found: FoundSession): Promise<Session> {
    const isStillActive = 'object' in found && isActive(found.object);
    return isStillActive ? objectView(found.object, this.#options.clock.now()) : this.view(found);
  }

  list(account: string, query: ListQuery): Promise<SessionPage> {
    return reachable(this.#options.list.page(account, query));
  }
}
