import { type Session, type SessionStatus, TintypeError } from '@tintype/contracts';
import { type BrowserSession, isFinal, isStarting, type ObjectKey, type ResourceStore, sessionId } from '@tintype/crds';
import type { SessionCharge, SessionLedger, Slots } from '@tintype/ledger';
import type { Lister } from '@tintype/stores';
import type { CurrentViews } from './current-views.js';
import type { EndedBatch, EndedSession, EndedSessions } from './ended-sessions.js';
import type { SessionIndexName } from './session-lookup.js';
import { chargeView, isActive } from './session-view.js';

export interface ListQuery {
  status?: SessionStatus | undefined;
  limit: number;
  cursor?: string | undefined;
}

export interface SessionPage {
  sessions: Session[];
  nextCursor: string | null;
}

interface Owned {
  id: string;
  account: string;
}

export interface SessionListOptions {
  store: Pick<ResourceStore, 'get'>;
  cache: Lister<BrowserSession, SessionIndexName>;
  slots: Pick<Slots, 'ofAccount'>;
  ledger: Pick<SessionLedger, 'findCharge'>;
  ended: Pick<EndedSessions, 'until'>;
  views: Pick<CurrentViews, 'of'>;
  clock: { now: () => number };
}

/** Where a session stands in the list: active sessions, then ended ones; the latest first in each group. */
interface Position {
  id: string;
  isActive: boolean;
  /** Start of an active session, end of an ended one; milliseconds of the epoch. */
  at: number;
}

interface ListEntry extends Position {
  status: SessionStatus;
  view: () => Promise<Session | undefined>;
}

const byPosition = (one: Position, other: Position): number =>
  Number(other.isActive) - Number(one.isActive) || other.at - one.at || other.id.localeCompare(one.id, 'en');

const clockSkewMs = 3_600_000;

/** True if every unread session sorts after the page and one more entry. */
const isFull = (rest: readonly ListEntry[], limit: number, since: number): boolean => {
  const next = rest[limit];
  return next !== undefined && (next.isActive || next.at >= since);
};

/** One entry per session. An object's entry comes later in `entries`, so it replaces the entry of the ended session. */
const chosen = (entries: ListEntry[], status: SessionStatus | undefined, after: Position | undefined): ListEntry[] => {
  const all = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  const wanted = all.filter((entry) => !status || entry.status === status).sort(byPosition);
  return after ? wanted.filter((entry) => byPosition(after, entry) < 0) : wanted;
};

const encodeCursor = ({ isActive, at, id }: Position): string =>
  Buffer.from(`${isActive ? 'a' : 'e'}.${at}.${id}`).toString('base64url');

const decodeCursor = (cursor: string): Position => {
  const [, part, at, id = ''] =
    /^([ae])\.(\d{1,16})\.(\S{1,80})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (id) return { isActive: part === 'a', at: Number(at), id };
  throw new TintypeError('invalid_request', 'The `cursor` is not valid: send the `nextCursor` of the previous page.');
};

export class SessionList {
  readonly #options: SessionListOptions;

  constructor(options: SessionListOptions) {
    this.#options = options;
  }

  async page(account: string, query: ListQuery): Promise<SessionPage> {
    const { status, limit } = query;
    const rest = await this.#rest(account, query);
    const page = rest.slice(0, limit);
    const views = await Promise.all(page.map(({ view }) => view()));
    const last = rest.length > page.length ? page.at(-1) : undefined;
    // A session may have ended since it was chosen.
    const sessions = views.filter((view) => view !== undefined).filter((view) => !status || view.status === status);
    return { sessions, nextCursor: last ? encodeCursor(last) : null };
  }

  /** The sorted sessions from the cursor on. Reads as many days of ended sessions as fill the page. */
  async #rest(account: string, { status, limit, cursor }: ListQuery): Promise<ListEntry[]> {
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    const live = await this.#liveEntries(account);
    let rest = chosen(live, status, after);
    if (status === 'active' || isFull(rest, limit, Infinity)) return rest;
    const ended: ListEntry[] = [];
    for await (const { sessions, since } of this.#ended(account, status, after)) {
      ended.push(...sessions.map((session) => this.#endedEntry(session)));
      rest = chosen([...ended, ...live], status, after);
      if (isFull(rest, limit, since)) break;
    }
    return rest;
  }

  #ended(account: string, status: SessionStatus | undefined, after: Position | undefined): AsyncIterable<EndedBatch> {
    const { ended, clock } = this.#options;
    // A pod's clock may be ahead of ours.
    const from = after && !after.isActive ? after.at : clock.now() + clockSkewMs;
    return ended.until(from, account, status);
  }

  #endedEntry({ session: id, status, endedAt: at }: EndedSession): ListEntry {
    const view = async () => {
      const charge = await this.#options.ledger.findCharge(id);
      return charge && chargeView(charge);
    };
    return { id, at, status, isActive: false, view };
  }

  /**
   * Sessions in the cache, and those that hold a slot. The ledger's leader knows all slots, so no replica misses a new
   * session. Objects are read from the store, so a session that another replica closed does not appear open.
   */
  async #liveEntries(account: string): Promise<ListEntry[]> {
    const { cache, slots } = this.#options;
    const cached = new Map(cache.byIndex('account', account).map((session) => [sessionId(session), session]));
    const keys = new Map<string, ObjectKey>();
    for (const { session, namespace, name } of await slots.ofAccount(account)) keys.set(session, { namespace, name });
    for (const [id, { metadata }] of cached) keys.set(id, metadata);
    const entries = await Promise.all(
      [...keys].map(([id, key]) => this.#liveEntry({ id, account }, key, cached.get(id))),
    );
    return entries.filter((entry) => entry !== undefined);
  }

  async #liveEntry(of: Owned, key: ObjectKey, cached: BrowserSession | undefined): Promise<ListEntry | undefined> {
    const isOver = cached?.status?.phase !== undefined && isFinal(cached.status.phase);
    const object = isOver ? cached : await this.#options.store.get('BrowserSession', key);
    // Check the ids: another object may have the name.
    if (object && sessionId(object) === of.id && object.spec.account === of.account) return this.#objectEntry(object);
    const charge = await this.#options.ledger.findCharge(of.id);
    return charge?.account === of.account ? chargeEntry(charge) : undefined;
  }

  /** A session that is not open yet, or never was, is not listed. */
  async #objectEntry(object: BrowserSession): Promise<ListEntry | undefined> {
    if (isStarting(object) || !object.status?.startedAt) return undefined;
    const view = () => this.#options.views.of(object);
    // The object may lack an end that the view shows already.
    if (!isActive(object)) return endedEntry(await view());
    const at = Date.parse(object.status.startedAt);
    return { id: sessionId(object), isActive: true, at, status: 'active', view };
  }
}

const chargeEntry = (charge: SessionCharge): ListEntry | undefined =>
  charge.startedAt === undefined ? undefined : endedEntry(chargeView(charge));

const endedEntry = (session: Session): ListEntry => {
  const { id, status, closedAt } = session;
  return { id, status, isActive: false, at: Date.parse(closedAt ?? session.startedAt), view: async () => session };
};
