import type { Session } from '@tintype/contracts';
import { type BrowserSession, type ObjectKey, sessionId } from '@tintype/crds';
import type { SessionLedger } from '@tintype/ledger';
import { type Clock, ifInTime } from '@tintype/runtime';
import { reachable } from '../../reachable.js';
import type { PodEnd, SessionDependencies } from '../dependencies.js';
import { chargeView, hasFrozenEnd, objectView } from './session-view.js';

export interface FrozenEndWaitOptions {
  waitFor: SessionDependencies['waitFor'];
  ledger: Pick<SessionLedger, 'findCharge'>;
  clock: Pick<Clock, 'now'>;
}

export interface FrozenEnd {
  session: Session;
  /** False if the api computed the end from the pod record. */
  isFinal: boolean;
}

/** A check for `waitFor`: true once the operator has frozen the end, or once a seen session is gone. */
const isFrozenOrGone = () => {
  let seen = false;
  return (session: BrowserSession | undefined): boolean => {
    seen ||= session !== undefined;
    return session ? hasFrozenEnd(session) : seen;
  };
};

/**
 * Waits for the end that will be charged. The operator freezes it within milliseconds of the deletion; else this class
 * computes the same end from the pod record.
 */
export class FrozenEndWait {
  readonly #options: FrozenEndWaitOptions;
  readonly #ending = new AbortController();
  readonly #frozen: Promise<BrowserSession | undefined>;

  /** Starts to watch: construct it before the deletion. */
  constructor(options: FrozenEndWaitOptions, key: ObjectKey) {
    this.#options = options;
    this.#frozen = options.waitFor(key, isFrozenOrGone(), this.#ending.signal).catch(() => undefined);
  }

  /** Undefined if nothing is known in time. `reported` is the pod record. */
  async within(
    milliseconds: number,
    last: BrowserSession,
    reported?: PodEnd | Promise<PodEnd | undefined>,
  ): Promise<FrozenEnd | undefined> {
    const frozen = await ifInTime(this.#frozen, milliseconds);
    this.cancel();
    const now = this.#options.clock.now();
    if (frozen) return { session: objectView(frozen, now), isFinal: true };
    const charge = await reachable(this.#options.ledger.findCharge(sessionId(last)));
    if (charge) return { session: chargeView(charge), isFinal: true };
    const report = await reported;
    return report && { session: objectView(last, now, { end: report }), isFinal: false };
  }

  cancel(): void {
    this.#ending.abort(new Error('the wait is over'));
  }
}
