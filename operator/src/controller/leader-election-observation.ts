import type { Lease } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { isFree } from './leader-election-lease.js';

/**
 * What one process knows of the lease. A holder is gone when the lease has not changed for its duration, by the clock
 * of whoever looks, since whoever looks first saw it as it is: the times that stand in it are another machine's.
 */
export class LeaseObservation {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #usualDurationMs: number;
  #lease: Lease | undefined;
  #since = 0;

  /** `usualDurationMs` is taken for a lease that does not say its own. */
  constructor(clock: Pick<Clock, 'monotonic'>, usualDurationMs: number) {
    this.#clock = clock;
    this.#usualDurationMs = usualDurationMs;
  }

  /** The lease as it was last seen, also when it is gone since. */
  get lease(): Lease | undefined {
    return this.#lease;
  }

  /**
   * Takes note of the lease as it has just been read or written. One that is not there any more was deleted by somebody:
   * its last holder cannot know yet, and keeps its time, as far as this process has seen it.
   */
  see(lease: Lease | undefined): void {
    if (!lease || isSame(lease, this.#lease)) return;
    this.#lease = lease;
    this.#since = this.#clock.monotonic();
  }

  /** How long, in milliseconds, somebody else than `identity` may still believe that it holds the lease; 0 if nobody. */
  heldByOthersMs(identity: string): number {
    const lease = this.#lease;
    if (!lease || isFree(lease) || lease.spec.holderIdentity === identity) return 0;
    const seconds = lease.spec.leaseDurationSeconds;
    const duration = seconds === undefined ? this.#usualDurationMs : seconds * 1000;
    return Math.max(this.#since + duration - this.#clock.monotonic(), 0);
  }
}

const isSame = (one: Lease, other: Lease | undefined): boolean =>
  one.metadata.uid === other?.metadata.uid && one.metadata.resourceVersion === other.metadata.resourceVersion;
