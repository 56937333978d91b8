import { type CallOptions, type ResourceStore, StoreUnavailable } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';

/** The lease could not be held on to; somebody else may lead by now, or soon. */
export class LeadershipLost extends Error {
  override name = 'LeadershipLost';
}

/** The error is, or was caused by, a lost lease. */
export const isLoss = (error: unknown): boolean =>
  error instanceof LeadershipLost || (error instanceof Error && isLoss(error.cause));

/** The leader gives the lease back of its own accord, once its work has ended: until then it holds it. */
export class LeadershipGivenBack extends Error {
  override name = 'LeadershipGivenBack';
}

/** The same, since the work cannot be done here now: the leader stands again once it can. */
export class LeaderInNeed extends LeadershipGivenBack {
  override name = 'LeaderInNeed';
}

/** A turn of leading, as its work sees it. */
export interface HeldTerm {
  /**
   * The lease is ours since the term began: also while work is ending that was asked to, which may still do what it began.
   * Never again once it was not. To be asked before every effect.
   */
  isHeld: () => boolean;
}

/**
 * One turn of leading. It ends when it is given back, or when the renew deadline has passed since the last renewal was
 * *sent*. Its questions read the clock, so they are right also in a process that was paused and whose timers have not
 * run yet. What has ended does not begin again.
 */
export class Term implements HeldTerm {
  readonly #clock: Clock;
  readonly #renewDeadlineMs: number;
  readonly #over = new AbortController();
  #until: number;
  #isHeld = true;
  #disarm: () => void = () => undefined;

  /** `sentAt` is the clock's monotonic time before the write that took the lease. */
  constructor(clock: Clock, renewDeadlineMs: number, sentAt: number) {
    this.#clock = clock;
    this.#renewDeadlineMs = renewDeadlineMs;
    this.#until = sentAt + renewDeadlineMs;
    this.#arm();
  }

  /** Aborted when the term is over; the reason is a {@link LeadershipLost} or a {@link LeadershipGivenBack}. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get isLost(): boolean {
    return this.#over.signal.reason instanceof LeadershipLost;
  }

  /** Somebody else is to have a turn, and this process may have another one. */
  get isInNeed(): boolean {
    return this.#over.signal.reason instanceof LeaderInNeed;
  }

  isOn(): boolean {
    return this.isHeld() && !this.#over.signal.aborted;
  }

  isHeld(): boolean {
    if (this.#isHeld && this.#clock.monotonic() >= this.#until)
      this.end(new LeadershipLost(`The lease was not renewed for ${this.#renewDeadlineMs} ms.`));
    return this.#isHeld;
  }

  /** The lease has been renewed by a write that was sent at `sentAt`. */
  renewed(sentAt: number): void {
    if (!this.isHeld()) return;
    this.#until = sentAt + this.#renewDeadlineMs;
    this.#arm();
  }

  /** Asks the work to end. The lease is held until `end`, or until it is lost. */
  giveBack(reason = new LeadershipGivenBack('The leader gives the lease back.')): void {
    this.#over.abort(reason);
  }

  end(reason: Error): void {
    this.#isHeld = false;
    this.#disarm();
    this.#over.abort(reason);
  }

  #arm(): void {
    this.#disarm();
    // A timer may run a little early: then it is armed again.
    const check = () => this.isHeld() && this.#arm();
    this.#disarm = this.#clock.after(this.#until - this.#clock.monotonic(), check);
  }
}

/**
 * The store for what a leader does in one term: it writes only while this process holds the lease, and has held it since
 * the term began. That is asked before every call, and by the store again right before each attempt of a write goes out,
 * however long it waited. So a process that was paused writes nothing when it goes on, whichever of its timers and answers
 * comes first, and also when it has become leader again: what it saw in an earlier term may not be so any more.
 */
export const whileHoldingLease = (store: ResourceStore, term: HeldTerm): ResourceStore => {
  const demand = () => {
    if (term.isHeld()) return;
    throw new StoreUnavailable('only the leader writes', 'none', {
      cause: new LeadershipLost('the term is over, and somebody else may lead'),
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
