import { type CallOptions, type ResourceStore, StoreUnavailable } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';

/** Another process may lead. */
export class LeadershipLost extends Error {
  override name = 'LeadershipLost';
}

export const isLoss = (error: unknown): boolean =>
  error instanceof LeadershipLost || (error instanceof Error && isLoss(error.cause));

/** The leader returns the lease. It holds the lease until its work has ended. */
export class LeadershipReturned extends Error {
  override name = 'LeadershipReturned';
}

/** The work is impossible here now; this process may lead later. */
export class LeaderInNeed extends LeadershipReturned {
  override name = 'LeaderInNeed';
}

export interface HeldTerm {
  /**
   * True if this process has held the lease since the term began, also while the work ends after a stop. Ask before
   * every effect.
   */
  isHeld: () => boolean;
}

/**
 * One period of leadership. It ends when the leader returns it, or when the renew deadline has passed since the last
 * renewal was *sent*. Its methods read the clock, so they are right even if timers were paused.
 */
export class Term implements HeldTerm {
  readonly #clock: Clock;
  readonly #renewDeadlineMs: number;
  readonly #over = new AbortController();
  #until: number;
  #isHeld = true;
  #disarm: () => void = () => undefined;

  /** `sentAt`: monotonic time before the write that took the lease. */
  constructor(clock: Clock, renewDeadlineMs: number, sentAt: number) {
    this.#clock = clock;
    this.#renewDeadlineMs = renewDeadlineMs;
    this.#until = sentAt + renewDeadlineMs;
    this.#arm();
  }

  /** Aborts when the term is over, with a {@link LeadershipLost} or a {@link LeadershipReturned}. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get isLost(): boolean {
    return this.#over.signal.reason instanceof LeadershipLost;
  }

  get isInNeed(): boolean {
    return this.#over.signal.reason instanceof LeaderInNeed;
  }

  /** True while the lease is held and the work may go on. */
  isOn(): boolean {
    return this.isHeld() && !this.#over.signal.aborted;
  }

  isHeld(): boolean {
    if (this.#isHeld && this.#clock.monotonic() >= this.#until)
      this.end(new LeadershipLost(`The lease was not renewed for ${this.#renewDeadlineMs} ms.`));
    return this.#isHeld;
  }

  /** `sentAt`: when the renewal was sent. */
  renewed(sentAt: number): void {
    if (!this.isHeld()) return;
    this.#until = sentAt + this.#renewDeadlineMs;
    this.#arm();
  }

  /** Asks the work to end. */
  giveBack(reason = new LeadershipReturned('The leader gives the lease back.')): void {
    this.#over.abort(reason);
  }

  end(reason: Error): void {
    this.#isHeld = false;
    this.#disarm();
    this.#over.abort(reason);
  }

  #arm(): void {
    this.#disarm();
    // A timer may fire a little early.
    const check = () => this.isHeld() && this.#arm();
    this.#disarm = this.#clock.after(this.#until - this.#clock.monotonic(), check);
  }
}

/**
 * The store for the work of one term. It writes only while this process has held the lease since the term began. This
 * is checked before every call, and again before each attempt (`beforeSending`). A paused process writes nothing when
 * it continues, and nothing in a later term: its data may be old.
 */
export const whileHoldingLease = (store: ResourceStore, term: HeldTerm): ResourceStore => {
  const demand = () => {
    if (term.isHeld()) return;
    throw new StoreUnavailable('only the leader writes', 'none', {
      cause: new LeadershipLost('the term is over; another operator may lead'),
    });
  };
  const fenced = <O extends CallOptions>(options?: O) => {
    demand();
    const beforeSending = () => {
      options?.beforeSending?.();
      demand();
    };
    return { ...options, beforeSending };
  };
  return {
    get: (...call) => store.get(...call),
    list: (...call) => store.list(...call),
    watch: (...call) => store.watch(...call),
    create: async (kind, object, options) => store.create(kind, object, fenced(options)),
    update: async (kind, object, options) => store.update(kind, object, fenced(options)),
    updateStatus: async (kind, object, options) => store.updateStatus(kind, object, fenced(options)),
    delete: async (kind, key, options) => store.delete(kind, key, fenced(options)),
  };
};
