import { type CallOptions, type ResourceStore, StoreUnavailable } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';

/** Another process may lead. */
export class LeadershipLost extends Error {
  override name = 'LeadershipLost';
}

/** True if the error is a {@link LeadershipLost}, or has one among its causes. */
export const isLeadershipLost = (error: unknown): boolean =>
  error instanceof LeadershipLost || (error instanceof Error && isLeadershipLost(error.cause));

/** The leader returns the lease. It holds the lease until its work has ended. */
export class LeadershipReturned extends Error {
  override name = 'LeadershipReturned';
}

/** The leader returns the lease because its need is unmet. This process may lead again later. */
export class LeaderInNeed extends LeadershipReturned {
  override name = 'LeaderInNeed';
}

export interface HeldTerm {
  /**
   * True if this process has held the lease since the term began, also while the work ends after a stop. Call it
   * before every effect.
   */
  isHeld: () => boolean;
}

/**
 * One period of leadership. It ends when the leader returns it, or when another process may hold the lease. That is so
 * once the renew deadline has passed since the last renewal was *sent*. The term's methods read the clock, so they are
 * right even if timers were paused.
 */
export class Term implements HeldTerm {
  readonly #clock: Clock;
  readonly #renewDeadlineMs: number;
  readonly #over = new AbortController();
  /** Monotonic time of the renew deadline. */
  #heldUntil: number;
  #isHeld = true;
  #cancelTimer: () => void = () => undefined;

  /** `sentAt`: monotonic time before the write that took the lease. */
  constructor(clock: Clock, renewDeadlineMs: number, sentAt: number) {
    this.#clock = clock;
    this.#renewDeadlineMs = renewDeadlineMs;
    this.#heldUntil = sentAt + renewDeadlineMs;
    this.#setTimer();
  }

  /** Aborts when the term is over, with a {@link LeadershipLost} or a {@link LeadershipReturned}. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get isLost(): boolean {
    return this.#over.signal.reason instanceof LeadershipLost;
  }

  /** True if the leader returned the term because its need was unmet. */
  get isInNeed(): boolean {
    return this.#over.signal.reason instanceof LeaderInNeed;
  }

  /** True while the lease is held and the work may go on. */
  isLeading(): boolean {
    return this.isHeld() && !this.#over.signal.aborted;
  }

  isHeld(): boolean {
    if (this.#isHeld && this.#clock.monotonic() >= this.#heldUntil)
      this.end(new LeadershipLost(`The lease was not renewed for ${this.#renewDeadlineMs} ms.`));
    return this.#isHeld;
  }

  /** `sentAt`: monotonic time at which the renewal was sent. */
  noteRenewal(sentAt: number): void {
    if (!this.isHeld()) return;
    this.#heldUntil = sentAt + this.#renewDeadlineMs;
    this.#setTimer();
  }

  /** Asks the work to end. The lease stays held meanwhile. */
  giveBack(reason = new LeadershipReturned('The leader gives the lease back.')): void {
    this.#over.abort(reason);
  }

  /** Ends the work, and no longer counts the lease as held. */
  end(reason: Error): void {
    this.#isHeld = false;
    this.#cancelTimer();
    this.#over.abort(reason);
  }

  #setTimer(): void {
    this.#cancelTimer();
    // A timer may fire a little early: then set the next one.
    const check = () => this.isHeld() && this.#setTimer();
    this.#cancelTimer = this.#clock.after(this.#heldUntil - this.#clock.monotonic(), check);
  }
}

/**
 * The store for the work of one term. Its writes fail with {@link StoreUnavailable} once this process no longer holds
 * the term. A write checks that when it is called, and before each attempt to send it (`beforeSending`). A process that
 * was paused past its term sends no write of that term, even if it leads again. The data of such a write may be old.
 */
export const whileHoldingLease = (store: ResourceStore, term: HeldTerm): ResourceStore => {
  const requireTerm = () => {
    if (term.isHeld()) return;
    throw new StoreUnavailable('only the leader writes', 'none', {
      cause: new LeadershipLost('the term is over; another operator may lead'),
    });
  };
  const fencedOptions = <O extends CallOptions>(options?: O) => {
    requireTerm();
    const beforeSending = () => {
      options?.beforeSending?.();
      requireTerm();
    };
    return { ...options, beforeSending };
  };
  return {
    get: (...call) => store.get(...call),
    list: (...call) => store.list(...call),
    watch: (...call) => store.watch(...call),
    create: async (kind, object, options) => store.create(kind, object, fencedOptions(options)),
    update: async (kind, object, options) => store.update(kind, object, fencedOptions(options)),
    updateStatus: async (kind, object, options) => store.updateStatus(kind, object, fencedOptions(options)),
    delete: async (kind, key, options) => store.delete(kind, key, fencedOptions(options)),
  };
};
