import { sessionIdSchema } from '@tintype/contracts';
import {
  type BrowserSession,
  isStarting,
  type ObjectKey,
  type ResourceStore,
  sessionId,
  sessionIdOf,
  sessionName,
} from '@tintype/crds';
import type { SessionBooks, SessionCharge } from '@tintype/ledger';
import type { Lister } from '@tintype/stores';

/** What the cache of sessions is asked by. */
export type SessionIndexName = 'id' | 'account';

export interface SessionLookupOptions {
  /** Reads of it are past every cache. */
  store: Pick<ResourceStore, 'get'>;
  books: Pick<SessionBooks, 'findCharge'>;
  cache: Lister<BrowserSession, SessionIndexName>;
  namespace: string;
}

const isId = (id: string) => sessionIdSchema.safeParse(id).success;

/** A session as it was found: its object, or what became of it. */
export type FoundSession = { object: BrowserSession } | { charge: SessionCharge };

/**
 * Finds sessions as they are now, whichever replica wrote last: the object is read past the cache, and the charge, which is
 * there before the object goes, from the leader of its stream.
 */
export class SessionLookup {
  readonly #options: SessionLookupOptions;

  constructor(options: SessionLookupOptions) {
    this.#options = options;
  }

  /**
   * Undefined for one that is not there, is another account's, or has not been opened yet. An object that was never open may
   * be a second one under the id of a session that was charged, and does not hide it.
   */
  async find(account: string, id: string): Promise<FoundSession | undefined> {
    const object = await this.object(id);
    const isOpened = object?.status?.startedAt !== undefined;
    const charge = isOpened || !isId(id) ? undefined : await this.#options.books.findCharge(id);
    if (charge?.account === account) return { charge };
    return object && object.spec.account === account && !isStarting(object) ? { object } : undefined;
  }

  /** The object of an id, in whatever state and of whatever account. */
  async object(id: string): Promise<BrowserSession | undefined> {
    const key = isId(id) ? this.#keyOf(id) : undefined;
    const object = key && (await this.#options.store.get('BrowserSession', key));
    return object && sessionId(object) === id ? object : undefined;
  }

  /** As the cache has it, which may be old. */
  cached(id: string): BrowserSession | undefined {
    const [cached] = this.#options.cache.byIndex('id', id);
    return cached;
  }

  /** The cache knows the names of all that are not quite new; the api's own are named for their ids. */
  #keyOf(id: string): ObjectKey | undefined {
    const cached = this.cached(id)?.metadata;
    if (cached) return { namespace: cached.namespace, name: cached.name };
    const { namespace } = this.#options;
    const name = sessionName(id);
    return sessionIdOf(name, '') === id ? { namespace, name } : undefined;
  }
}
