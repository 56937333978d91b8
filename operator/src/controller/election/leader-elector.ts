import { Forbidden, type ObjectKey, type ResourceStore } from '@tintype/crds';
import { type Clock, type Logger, pause, systemClock } from '@tintype/runtime';
import { LeaseHold, NoPlaceForLease } from './lease-hold.js';
import { watchForRelease } from './lease-observation.js';
import { Lack, type LeaderNeed } from './need.js';
import { type HeldTerm, isLoss, LeaderInNeed, LeadershipGivenBack, LeadershipLost, Term } from './term.js';
import { checkTiming, type ElectionTiming, jittered, usualTiming } from './timing.js';

export interface LeaderElectorOptions {
  store: Pick<ResourceStore, 'get' | 'list' | 'watch' | 'create' | 'update'>;
  /** The lease that stands for leading; it is made when it is missing. */
  lease: ObjectKey;
  /** This process's alone, also after a restart: two of the same identity would both lead. */
  identity: string;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Who is without it does not stand, and a leader that has long been gives the lease back. */
  need?: LeaderNeed;
  clock?: Clock;
  timing?: ElectionTiming;
  random?: () => number;
}

/**
 * What a leader does in a term. It begins to end once `over` is aborted, and has ended all its work when it settles; it
 * may fail with the signal's reason, and once the lease is lost with any error that this caused.
 */
export type Lead = (over: AbortSignal, term: HeldTerm) => Promise<void>;

/** A leader in need for so many durations of the lease gives it back: a server may start anew meanwhile. */
const needfulDurations = 2;

/** The work fails because its term is over, and by nothing of its own. */
const isEndOf = (term: Term, error: unknown): boolean =>
  error === term.signal.reason || (!term.isHeld() && isLoss(error));

/**
 * One of several processes leads, and another follows when it is gone: whoever holds the lease, by compare-and-set on
 * its resource version. The rules are those of Kubernetes' own controllers
 * (https://kubernetes.io/docs/concepts/architecture/leases/), on any {@link ResourceStore}.
 *
 * No two believe that they lead at the same time, as long as their monotonic clocks go about equally fast. A process can
 * still be paused between a look at {@link HeldTerm.isHeld} and what it does next: what must happen only once needs a
 * precondition of its own.
 */
export class LeaderElector {
  readonly identity: string;
  readonly #options: LeaderElectorOptions;
  readonly #clock: Clock;
  readonly #timing: ElectionTiming;
  readonly #hold: LeaseHold;
  readonly #lack: Lack;
  #term: Term | undefined;
  #hindrance: string | undefined;

  constructor(options: LeaderElectorOptions) {
    const { clock = systemClock, timing = usualTiming } = options;
    checkTiming(timing);
    if (options.identity === '') throw new RangeError('An elector needs an identity of its own.');
    this.identity = options.identity;
    this.#options = options;
    this.#clock = clock;
    this.#timing = timing;
    this.#hold = new LeaseHold({ ...options, clock, timing });
    this.#lack = new Lack(clock, options.need);
  }

  /** False at once when the renew deadline has passed, also in a process that was paused, and when it was stopped. */
  isLeading(): boolean {
    return this.#term?.isOn() ?? false;
  }

  /** The same, and also while work ends after a stop. Work itself asks its term. */
  holdsLease(): boolean {
    return this.#term?.isHeld() ?? false;
  }

  /** Why this process will not lead before a person has done something; undefined while it may. */
  get hindrance(): string | undefined {
    return this.#hindrance;
  }

  /** How often the lease has changed hands, as far as is known. */
  get transitions(): number {
    return this.#hold.transitions;
  }

  /** Milliseconds since this process last took or renewed the lease; undefined before the first time. */
  get renewalAgeMs(): number | undefined {
    const { renewedAt } = this.#hold;
    return renewedAt === undefined ? undefined : this.#clock.monotonic() - renewedAt;
  }

  /**
   * Stands until `signal` is aborted, and calls `lead` for each term. After a term that was lost, or given back in need,
   * it stands again, once the work has ended. When it is stopped, it holds the lease until the work has ended, and then
   * gives it back. Also ends, and gives the lease back, when `lead` is done or fails by itself; then it fails alike: this
   * process cannot do the work, and another may.
   */
  async run(signal: AbortSignal, lead: Lead): Promise<void> {
    try {
      let term = await this.#stand(signal);
      while (term && !signal.aborted) {
        await this.#serve(term, signal, lead);
        if (term.isInNeed) await this.#release();
        else if (!term.isLost) return;
        term = await this.#stand(signal);
      }
    } finally {
      await this.#release();
    }
  }

  /** Waits for the lease; undefined when it is stopped before. */
  async #stand(signal: AbortSignal): Promise<Term | undefined> {
    const standing = new AbortController();
    let freed = new AbortController();
    void watchForRelease({
      store: this.#options.store,
      lease: this.#options.lease,
      signal: standing.signal,
      rest: () => pause(this.#clock, this.#period(), standing.signal),
      onReleased: () => freed.abort(),
    });
    try {
      while (!signal.aborted) {
        freed = new AbortController();
        const term = await this.#attempt(signal);
        if (term) return term;
        const waitMs = Math.min(this.#hold.heldByOthersMs || Number.POSITIVE_INFINITY, this.#period());
        await pause(this.#clock, waitMs, signal, freed.signal);
      }
      return undefined;
    } finally {
      standing.abort();
    }
  }

  async #attempt(signal: AbortSignal): Promise<Term | undefined> {
    if (this.#options.need?.isThere() === false) return undefined;
    try {
      const sentAt = await this.#hold.take(signal);
      this.#hindrance = undefined;
      return sentAt === undefined ? undefined : new Term(this.#clock, this.#timing.renewDeadlineMs, sentAt);
    } catch (error) {
      if (error instanceof NoPlaceForLease || error instanceof Forbidden) this.#hindrance = error.message;
      if (!signal.aborted) this.#options.log.warn({ err: error }, 'cannot stand for leader');
      return undefined;
    }
  }

  /** One term, to the end of its work. */
  async #serve(term: Term, signal: AbortSignal, lead: Lead): Promise<void> {
    const { log, identity } = this.#options;
    log.info({ identity, transitions: this.transitions }, 'leads');
    this.#term = term;
    const giveBack = () => term.giveBack();
    signal.addEventListener('abort', giveBack);
    const worked = new AbortController();
    const renewing = this.#renewUntil(worked.signal, term);
    try {
      await lead(term.signal, term);
    } catch (error) {
      if (isEndOf(term, error)) return;
      log.warn({ err: error, identity }, 'the work of the leader failed: it gives the lease back');
      throw error;
    } finally {
      term.end(new LeadershipGivenBack('The work has ended.'));
      worked.abort();
      await renewing;
      signal.removeEventListener('abort', giveBack);
      log.info({ identity, reason: String(term.signal.reason) }, 'leads no more');
    }
  }

  /** Also while a leader that was stopped ends its work, so that nobody begins before; not once the term is lost. */
  async #renewUntil(worked: AbortSignal, term: Term): Promise<void> {
    let waitMs = this.#period();
    while (true) {
      await pause(this.#clock, waitMs, worked);
      if (worked.aborted || !term.isHeld()) return;
      this.#yieldInNeed(term);
      try {
        term.renewed(await this.#hold.renew(worked));
        waitMs = this.#period();
      } catch (error) {
        if (error instanceof LeadershipLost) return term.end(error);
        if (!worked.aborted) this.#options.log.warn({ err: error }, 'the lease was not renewed');
        // Sooner than usual: the deadline comes nearer.
        waitMs = this.#period() / 4;
      }
    }
  }

  /** Another process may have what this one has been without for long. */
  #yieldInNeed(term: Term): void {
    const { need } = this.#options;
    const lackMs = this.#lack.look();
    if (!need || lackMs < this.#timing.leaseDurationMs * needfulDurations) return;
    term.giveBack(new LeaderInNeed(`The leader has been without ${need.name} for ${Math.round(lackMs)} ms.`));
  }

  async #release(): Promise<void> {
    const over = new AbortController();
    const cancel = this.#clock.after(this.#timing.retryPeriodMs, () => over.abort());
    try {
      await this.#hold.release(over.signal);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the lease was not given back: others wait until it has run out');
    } finally {
      cancel();
    }
  }

  #period(): number {
    return jittered(this.#timing.retryPeriodMs, this.#options.random ?? Math.random);
  }
}
