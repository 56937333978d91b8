import { type Session, TintypeError } from '@tintype/contracts';
import { type BrowserSession, type ObjectKey, StoreError, sessionId } from '@tintype/crds';
import type { Logger } from '@tintype/runtime';
import { reachable } from '../../reachable.js';
import type { PodEnd } from '../dependencies.js';
import type { EndedSessions } from '../read/ended-sessions.js';
import type { SessionLookup } from '../read/session-lookup.js';
import { chargeView, isSettled, objectView } from '../read/session-view.js';
import { type Settled, SettlementWait, type SettlementWaitOptions } from '../read/settlement-wait.js';
import {
  type ClosedSession,
  type ClosingDependencies,
  type ClosingKey,
  closeSession,
  SlotNotFreed,
} from './close-session.js';

export interface SessionClosingOptions extends SettlementWaitOptions {
  dependencies: ClosingDependencies;
  lookup: Pick<SessionLookup, 'find'>;
  ended: Pick<EndedSessions, 'add'>;
  log: Pick<Logger, 'warn'>;
  /** How long the end is waited for once the pod has said it, and where it says nothing. */
  settleMs?: number;
  hopelessMs?: number;
}

/** Closes sessions for their clients. */
export class SessionClosing {
  readonly #options: SessionClosingOptions;

  constructor(options: SessionClosingOptions) {
    this.#options = options;
  }

  /**
   * Closes a session, and answers what it came to; of one that has ended, the same again.
   * @throws TintypeError `session_not_found`, `unavailable`, or `timeout` when its browser can't be asked: it is closed then,
   * and what it costs is known later
   */
  async close(account: string, id: string): Promise<Session> {
    const found = await reachable(this.#options.lookup.find(account, id));
    if (!found) throw new TintypeError('session_not_found');
    if ('charge' in found) return chargeView(found.charge);
    const { object } = found;
    if (isSettled(object)) return objectView(object, this.#options.clock.now());
    return this.#closeOpen(account, object);
  }

  async #closeOpen(account: string, object: BrowserSession): Promise<Session> {
    const { namespace, name } = object.metadata;
    const settling = new SettlementWait(this.#options, { namespace, name });
    try {
      const settled = await this.#settled(settling, object, { namespace, name });
      if (!settled)
        throw new TintypeError(
          'timeout',
          'The session is being closed, and its browser does not answer: fetch or close it again in a few seconds.',
        );
      if (settled.isFinal) await this.#list(account, object, settled.session);
      return settled.session;
    } finally {
      settling.cancel();
    }
  }

  async #settled(settling: SettlementWait, object: BrowserSession, key: ObjectKey): Promise<Settled | undefined> {
    const { settleMs = 2000, hopelessMs = 5000 } = this.#options;
    const closing = this.#close({ ...key, uid: object.metadata.uid });
    const closed = await closing.catch((cause) => this.#unanswered(object, cause));
    if (closed === 'unanswered') return settling.within(hopelessMs, object);
    const { session, end } = known(closed, object);
    return settling.within(settleMs, session, end);
  }

  #unanswered(object: BrowserSession, cause: unknown): 'unanswered' {
    // Of the object's server: then it was not deleted, as far as is known.
    if (cause instanceof StoreError) throw new TintypeError('unavailable', undefined, { cause });
    this.#options.log.warn({ err: cause, session: sessionId(object) }, 'the pod of a session did not answer close');
    return 'unanswered';
  }

  /** What it came to is said all the same where its slot was not freed: the operator does that, too. */
  async #close(key: ClosingKey): Promise<ClosedSession | undefined> {
    try {
      return await closeSession(this.#options.dependencies, key);
    } catch (error) {
      if (!(error instanceof SlotNotFreed)) throw error;
      const { cause, closed } = error;
      this.#options.log.warn({ err: cause, session: sessionId(closed.session) }, 'the slot of a session was not freed');
      return closed;
    }
  }

  /** For a list that is asked for at once; the roll-up of charges does it for all in the end. */
  async #list(account: string, { status }: BrowserSession, session: Session): Promise<void> {
    const { id, closedAt } = session;
    if (!status?.startedAt || session.closeReason !== 'deleted' || closedAt === null) return;
    const times = { startedAt: status.startedAt, endedAt: closedAt };
    await this.#options.ended.add({ session: id, account, ...times, closeReason: 'Deleted' }).catch((err) => {
      this.#options.log.warn({ err, session: id }, 'a session that was closed is not in the list yet');
    });
  }
}

/** When the object is gone, somebody else has closed it: then the charge says the rest. */
const known = (
  closed: ClosedSession | undefined,
  session: BrowserSession,
): { session: BrowserSession; end?: PodEnd | undefined } => closed ?? { session };
