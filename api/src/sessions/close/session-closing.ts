import { type Session, TintypeError } from '@tintype/contracts';
import { type BrowserSession, hasOpened, type ObjectKey, StoreError, sessionId } from '@tintype/crds';
import type { Logger } from '@tintype/runtime';
import { reachable } from '../../reachable.js';
import type { PodEnd } from '../dependencies.js';
import type { EndedSessions } from '../read/ended-sessions.js';
import { type FrozenEnd, FrozenEndWait, type FrozenEndWaitOptions } from '../read/frozen-end-wait.js';
import type { SessionLookup } from '../read/session-lookup.js';
import { chargeView, hasFrozenEnd, objectView } from '../read/session-view.js';
import {
  type ClosedSession,
  type ClosingDependencies,
  type ClosingKey,
  closeSession,
  freeSlotWithoutObject,
  SlotNotFreed,
} from './close-session.js';

export interface SessionClosingOptions extends FrozenEndWaitOptions {
  dependencies: ClosingDependencies;
  lookup: Pick<SessionLookup, 'find' | 'object'>;
  ended: Pick<EndedSessions, 'add'>;
  log: Pick<Logger, 'warn'>;
  /** How long to wait for the frozen end: if the pod answered, and if it did not. */
  freezeMs?: number;
  unansweredMs?: number;
}

export class SessionClosing {
  readonly #options: SessionClosingOptions;

  constructor(options: SessionClosingOptions) {
    this.#options = options;
  }

  /**
   * Closes a session and answers its end; for an ended session, the same end again.
   * @throws TintypeError `session_not_found`, `unavailable`, or `timeout` if its browser does not answer: the session
   * is closed then
   */
  async close(account: string, id: string): Promise<Session> {
    const found = await reachable(this.#options.lookup.find(account, id));
    if (!found) throw new TintypeError('session_not_found');
    if ('charge' in found) return chargeView(found.charge);
    const { object } = found;
    if (hasFrozenEnd(object)) return objectView(object, this.#options.clock.now());
    return this.#closeOpen(account, object);
  }

  /**
   * Closes a session in any phase. Undefined if its browser never opened, or there is no such session.
   * @throws TintypeError `unavailable` or `timeout`, as `close` does
   */
  async closeBegun(account: string, id: string): Promise<Session | undefined> {
    const object = await reachable(this.#options.lookup.object(id));
    if (object && !hasOpened(object)) {
      const closed = await this.#close(object.metadata).catch((cause) => this.#unanswered(object, cause));
      // The session may have opened since it was read.
      if (closed === 'unanswered' || !closed || !hasOpened(closed.session)) return undefined;
    }
    return this.close(account, id).catch(async (error) => {
      if (!(error instanceof TintypeError && error.code === 'session_not_found')) throw error;
      // A create took the slot, and ended before it made the object. A create that still runs is refused before it
      // confirms.
      if (!object) await freeSlotWithoutObject(this.#options.dependencies, account, id);
      return undefined;
    });
  }

  async #closeOpen(account: string, object: BrowserSession): Promise<Session> {
    const { namespace, name } = object.metadata;
    const frozenEndWait = new FrozenEndWait(this.#options, { namespace, name });
    try {
      const frozen = await this.#frozenEnd(frozenEndWait, object, { namespace, name });
      if (!frozen)
        throw new TintypeError(
          'timeout',
          'The session is closing, but its browser does not answer. Fetch the session in 30 s for its cost.',
        );
      if (frozen.isFinal) await this.#addToEnded(account, object, frozen.session);
      return frozen.session;
    } finally {
      frozenEndWait.cancel();
    }
  }

  async #frozenEnd(
    frozenEndWait: FrozenEndWait,
    object: BrowserSession,
    key: ObjectKey,
  ): Promise<FrozenEnd | undefined> {
    const { freezeMs = 2000, unansweredMs = 5000 } = this.#options;
    const closing = this.#close({ ...key, uid: object.metadata.uid });
    const closed = await closing.catch((cause) => this.#unanswered(object, cause));
    if (closed === 'unanswered') return frozenEndWait.within(unansweredMs, object);
    const { session, end } = endedSession(closed, object);
    return frozenEndWait.within(freezeMs, session, end);
  }

  #unanswered(object: BrowserSession, cause: unknown): 'unanswered' {
    // The store failed, so the object may still exist.
    if (cause instanceof StoreError) throw new TintypeError('unavailable', undefined, { cause });
    this.#options.log.warn({ err: cause, session: sessionId(object) }, 'the pod of a session did not answer `close`');
    return 'unanswered';
  }

  /** The operator frees a slot that is still taken. */
  async #close(key: ClosingKey): Promise<ClosedSession | undefined> {
    try {
      return await closeSession(this.#options.dependencies, key);
    } catch (error) {
      if (!(error instanceof SlotNotFreed)) throw error;
      const { cause, closed } = error;
      this.#options.log.warn(
        { err: cause, session: sessionId(closed.session) },
        'cannot free the slot of a closed session: the operator frees it',
      );
      return closed;
    }
  }

  /**
   * Adds the session to the list of ended ones, in case a client lists them at once. The roll-up adds every session
   * later.
   */
  async #addToEnded(account: string, { status }: BrowserSession, session: Session): Promise<void> {
    const { id, closedAt } = session;
    if (!status?.startedAt || session.closeReason !== 'deleted' || closedAt === null) return;
    const times = { startedAt: status.startedAt, endedAt: closedAt };
    await this.#options.ended.add({ session: id, account, ...times, closeReason: 'Deleted' }).catch((err) => {
      this.#options.log.warn(
        { err, session: id },
        'cannot add a closed session to the list of ended sessions: the roll-up adds it after the charge',
      );
    });
  }
}

/** The end of a closed session. If the object was gone, another request had closed it. */
const endedSession = (
  closed: ClosedSession | undefined,
  session: BrowserSession,
): { session: BrowserSession; end?: PodEnd | undefined } => closed ?? { session };
