import type { Session } from '@tintype/contracts';
import { type BrowserSession, type ObjectKey, sessionId } from '@tintype/crds';
import type { SessionBooks } from '@tintype/ledger';
import type { Clock } from '@tintype/runtime';
import { reachable } from '../../reachable.js';
import type { PodEnd, SessionsOutside } from '../dependencies.js';
import { chargeView, isSettled, objectView } from './session-view.js';

export interface SettlementWaitOptions {
  waitFor: SessionsOutside['waitFor'];
  books: Pick<SessionBooks, 'findCharge'>;
  clock: Pick<Clock, 'now'>;
}

/** How the end of a session is known. */
export interface Settled {
  session: Session;
  /** From what the operator has fixed, or has charged; else it is what it is going to fix. */
  isFinal: boolean;
}

/** Settled, or gone after it was there. */
const end = () => {
  let seen = false;
  return (session: BrowserSession | undefined): boolean => {
    seen ||= session !== undefined;
    return session ? isSettled(session) : seen;
  };
};

/**
 * The end of a session, as it will be charged. The operator fixes it some milliseconds after the session was deleted; where
 * none does in time, it is worked out as the operator will, from what the pod said when it was closed.
 */
export class SettlementWait {
  readonly #options: SettlementWaitOptions;
  readonly #ending = new AbortController();
  readonly #fixed: Promise<BrowserSession | undefined>;

  /** Watches from now on: make it before the session is deleted. */
  constructor(options: SettlementWaitOptions, key: ObjectKey) {
    this.#options = options;
    this.#fixed = options.waitFor(key, end(), this.#ending.signal).catch(() => undefined);
  }

  /** Undefined when nothing is known in time. `said` is what the pod tells of the end, if it tells anything. */
  async within(
    milliseconds: number,
    last: BrowserSession,
    said?: PodEnd | Promise<PodEnd | undefined>,
  ): Promise<Settled | undefined> {
    const timer = setTimeout(() => this.#ending.abort(new Error('not settled in time')), milliseconds);
    const fixed = await this.#fixed;
    clearTimeout(timer);
    const now = this.#options.clock.now();
    if (fixed) return { session: objectView(fixed, now), isFinal: true };
    const charge = await reachable(this.#options.books.findCharge(sessionId(last)));
    if (charge) return { session: chargeView(charge), isFinal: true };
    const told = await said;
    return told && { session: objectView(last, now, { end: told }), isFinal: false };
  }

  cancel(): void {
    this.#ending.abort(new Error('nobody waits for it'));
  }
}
