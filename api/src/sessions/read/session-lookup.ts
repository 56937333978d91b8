import { sessionIdSchema } from '@tintype/contracts';
import {
  type BrowserSession,
  hasOpened,
  isStarting,
  type ObjectKey,
  type ResourceStore,
  sessionId,
  sessionIdOf,
  sessionName,
} from '@tintype/crds';
import type { SessionCharge, SessionLedger } from '@tintype/ledger';
import type { Lister } from '@tintype/stores';

export type SessionIndexName = 'id' | 'account';

export interface SessionLookupOptions {
  /** Reads past every cache. */
  store: Pick<ResourceStore, 'get'>;
  ledger: Pick<SessionLedger, 'findCharge'>;
  cache: Lister<BrowserSession, SessionIndexName>;
  namespace: string;
}

const isId = (id: string) => sessionIdSchema.safeParse(id).success;

/** The session's object, or its charge if the object is gone. */
export type FoundSession = { object: BrowserSession } | { charge: SessionCharge };

/**
 * Finds the latest state on any replica. It reads the object from the store, and the charge from the stream's leader.
 * The charge is written before the object is removed.
 */
export class SessionLookup {
  readonly #options: SessionLookupOptions;

  constructor(options: SessionLookupOptions) {
    this.#options = options;
  }

  /**
   * Undefined for a session that does not exist, belongs to another account, or is not open yet. A second object
   * that was never Active does not hide the charge.
   */
  async find(account: string, id: string): Promise<FoundSession | undefined> {
    const object = await this.object(id);
    const charge = (object && hasOpened(object)) || !isId(id) ? undefined : await this.#options.ledger.findCharge(id);
    if (charge?.account === account) return { charge };
    return object && object.spec.account === account && !isStarting(object) ? { object } : undefined;
  }

  /** The object in any phase, and of any account. */
  async object(id: string): Promise<BrowserSession | undefined> {
    const key = isId(id) ? this.#keyOf(id) : undefined;
    const object = key && (await this.#options.store.get('BrowserSession', key));
    return object && sessionId(object) === id ? object : undefined;
  }

  /** May be out of date. */
  cached(id: string): BrowserSession | undefined {
    const [cached] = this.#options.cache.byIndex('id', id);
    return cached;
  }

  /**
   * The key of the session's object. The cache knows all objects but new ones, and the api names its own objects after
   * their ids.
   */
  #keyOf(id: string): ObjectKey | undefined {
    const cached = this.cached(id)?.metadata;
    if (cached) return { namespace: cached.namespace, name: cached.name };
    const { namespace } = this.#options;
    const name = sessionName(id);
    return sessionIdOf(name, '') === id ? { namespace, name } : undefined;
  }
}
