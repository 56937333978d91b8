import { Forbidden, type ObjectKey, type ResourceStore } from '@tintype/crds';
import { type Clock, type Logger, pause, systemClock } from '@tintype/runtime';
import { LeaseHold, NoNamespaceForLease } from './lease-hold.js';
import { watchForRelease } from './lease-observation.js';
import { type LeaderNeed, UnmetNeedTimer } from './need.js';
import { type HeldTerm, isLeadershipLost, LeaderInNeed, LeadershipLost, LeadershipReturned, Term } from './term.js';
import { checkTiming, type ElectionTiming, usualTiming, withJitter } from './timing.js';

export interface LeaderElectorOptions {
  store: Pick<ResourceStore, 'get' | 'list' | 'watch' | 'create' | 'update'>;
  /** Created if it is missing. */
  lease: ObjectKey;
  /** Unique to this process, also across restarts: two processes with one identity would both lead. */
  identity: string;
  log: Pick<Logger, 'info' | 'warn'>;
  /** While the need is unmet, this process does not try to lead. After 30 s of unmet need, a leader returns the lease. */
  need?: LeaderNeed;
  clock?: Clock;
  timing?: ElectionTiming;
  random?: () => number;
}

/**
 * The work of a term. It ends once `termEnd` aborts, and may reject with the signal's reason. After a lost lease it may
 * reject with any error.
 */
export type Lead = (termEnd: AbortSignal, term: HeldTerm) => Promise<void>;

/** A leader without its need keeps the lease for two lease durations (30 s): a NATS server may restart meanwhile. */
const maxDurationsInNeed = 2;

/** True if the work failed because the term is over. */
const isDueToEndOf = (term: Term, error: unknown): boolean =>
  error === term.signal.reason || (!term.isHeld() && isLeadershipLost(error));

/**
 * Leader election: the holder of the lease leads. A write of the lease fails if another process has changed it. The
 * rules are those of Kubernetes' controllers (https://kubernetes.io/docs/concepts/architecture/leases/).
 *
 * No two processes believe that they lead, if their monotonic clocks run about equally fast. A process can still pause
 * between {@link HeldTerm.isHeld} and its next call. So what must happen only once needs its own precondition.
 */
export class LeaderElector {
  readonly identity: string;
  readonly #options: LeaderElectorOptions;
  readonly #clock: Clock;
  readonly #timing: ElectionTiming;
  readonly #hold: LeaseHold;
  readonly #unmetNeed: UnmetNeedTimer;
  #term: Term | undefined;
  #hindrance: string | undefined;

  constructor(options: LeaderElectorOptions) {
    const { clock = systemClock, timing = usualTiming } = options;
    checkTiming(timing);
    if (options.identity === '') throw new RangeError('An elector needs an identity.');
    this.identity = options.identity;
    this.#options = options;
    this.#clock = clock;
    this.#timing = timing;
    this.#hold = new LeaseHold({ ...options, clock, timing });
    this.#unmetNeed = new UnmetNeedTimer(clock, options.need);
  }

  /** False once the renew deadline has passed, even if the process was paused. False also after a stop. */
  isLeading(): boolean {
    return this.#term?.isLeading() ?? false;
  }

  /** Like `isLeading`, but also true while the work ends after a stop. */
  holdsLease(): boolean {
    return this.#term?.isHeld() ?? false;
  }

  /** Why this process cannot lead until a person acts; undefined if it can. */
  get hindrance(): string | undefined {
    return this.#hindrance;
  }

  /** How often the lease's holder has changed, as of the last read or write. */
  get transitions(): number {
    return this.#hold.transitions;
  }

  /** Milliseconds since this process sent its last successful renewal. Undefined before it first took the lease. */
  get renewalAgeMs(): number | undefined {
    const { renewedAt } = this.#hold;
    return renewedAt === undefined ? undefined : this.#clock.monotonic() - renewedAt;
  }

  /**
   * Tries to take the lease until `signal` aborts, and calls `lead` for each term. When the work of a lost term has
   * ended, it tries again. It also does so after a term that was returned for an unmet need. When `signal` aborts, `run`
   * lets the work end, releases the lease and resolves. If `lead` settles while its term lasts, `run` releases the lease
   * and settles in the same way. Another process may be able to do the work.
   */
  async run(signal: AbortSignal, lead: Lead): Promise<void> {
    try {
      let term = await this.#awaitLease(signal);
      while (term && !signal.aborted) {
        await this.#runTerm(term, signal, lead);
        if (term.isInNeed) await this.#release();
        else if (!term.isLost) return;
        term = await this.#awaitLease(signal);
      }
    } finally {
      await this.#release();
    }
  }

  /** Waits until this process has taken the lease, and returns its term. Undefined if `signal` aborts first. */
  async #awaitLease(signal: AbortSignal): Promise<Term | undefined> {
    const candidacy = new AbortController();
    let released = new AbortController();
    void watchForRelease({
      store: this.#options.store,
      lease: this.#options.lease,
      signal: candidacy.signal,
      pauseBeforeRetry: () => pause(this.#clock, this.#nextPeriodMs(), candidacy.signal),
      onReleased: () => released.abort(),
    });
    try {
      while (!signal.aborted) {
        released = new AbortController();
        const term = await this.#tryToTake(signal);
        if (term) return term;
        const waitMs = Math.min(this.#hold.heldByOthersMs || Number.POSITIVE_INFINITY, this.#nextPeriodMs());
        await pause(this.#clock, waitMs, signal, released.signal);
      }
      return undefined;
    } finally {
      candidacy.abort();
    }
  }

  async #tryToTake(signal: AbortSignal): Promise<Term | undefined> {
    if (this.#options.need?.isMet() === false) return undefined;
    try {
      const sentAt = await this.#hold.take(signal);
      this.#hindrance = undefined;
      return sentAt === undefined ? undefined : new Term(this.#clock, this.#timing.renewDeadlineMs, sentAt);
    } catch (error) {
      if (error instanceof NoNamespaceForLease || error instanceof Forbidden) this.#hindrance = error.message;
      if (!signal.aborted) this.#options.log.warn({ err: error }, 'cannot acquire the lease: trying again');
      return undefined;
    }
  }

  async #runTerm(term: Term, signal: AbortSignal, lead: Lead): Promise<void> {
    const { log, identity } = this.#options;
    log.info({ identity, transitions: this.transitions }, 'leading');
    this.#term = term;
    const giveBack = () => term.giveBack();
    signal.addEventListener('abort', giveBack);
    const workEnd = new AbortController();
    const renewing = this.#renewUntil(workEnd.signal, term);
    try {
      await lead(term.signal, term);
    } catch (error) {
      if (isDueToEndOf(term, error)) return;
      log.warn({ err: error, identity }, 'releasing the lease: the work of the leader failed');
      throw error;
    } finally {
      term.end(new LeadershipReturned('The work has ended.'));
      workEnd.abort();
      await renewing;
      signal.removeEventListener('abort', giveBack);
      log.info({ identity, reason: String(term.signal.reason) }, 'no longer leading');
    }
  }

  /** Renews also while a stopped leader ends its work, so that no other leader starts. */
  async #renewUntil(workEnd: AbortSignal, term: Term): Promise<void> {
    let waitMs = this.#nextPeriodMs();
    while (true) {
      await pause(this.#clock, waitMs, workEnd);
      if (workEnd.aborted || !term.isHeld()) return;
      this.#returnIfInNeed(term);
      try {
        term.noteRenewal(await this.#hold.renew(workEnd));
        waitMs = this.#nextPeriodMs();
      } catch (error) {
        if (error instanceof LeadershipLost) return term.end(error);
        if (!workEnd.aborted) this.#options.log.warn({ err: error }, 'cannot renew the lease: trying again');
        // Try four times as often as usual, because the renew deadline comes nearer.
        waitMs = this.#nextPeriodMs() / 4;
      }
    }
  }

  /** Returns the term after two lease durations without the need. Another process may have what this one lacks. */
  #returnIfInNeed(term: Term): void {
    const { need } = this.#options;
    const unmetMs = this.#unmetNeed.unmetMs();
    if (!need || unmetMs < this.#timing.leaseDurationMs * maxDurationsInNeed) return;
    term.giveBack(new LeaderInNeed(`The leader has been without ${need.name} for ${Math.round(unmetMs)} ms.`));
  }

  async #release(): Promise<void> {
    const timeout = new AbortController();
    const cancel = this.#clock.after(this.#timing.retryPeriodMs, () => timeout.abort());
    try {
      await this.#hold.release(timeout.signal);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'cannot release the lease: others wait until it expires');
    } finally {
      cancel();
    }
  }

  #nextPeriodMs(): number {
    return withJitter(this.#timing.retryPeriodMs, this.#options.random ?? Math.random);
  }
}
