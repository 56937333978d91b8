import type { Lease, ObjectKey, ResourceStore } from '@tintype/crds';
import type { Clock, Logger } from '@tintype/runtime';
import { isReleased, statedMs } from './lease.js';

/** Trust a foreign lease for at most ten of our durations. A faulty writer could block every leader for 68 years. */
const maxDurations = 10;

/**
 * What one process knows of the lease. The holder is gone if this process saw no change for the lease's duration. The
 * times in the lease come from another clock.
 */
export class LeaseObservation {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #usualDurationMs: number;
  readonly #log: Pick<Logger, 'warn'>;
  #hasWarned = false;
  #lease: Lease | undefined;
  #since = 0;

  /** `usualDurationMs` replaces a shorter or missing duration. */
  constructor(clock: Pick<Clock, 'monotonic'>, usualDurationMs: number, log: Pick<Logger, 'warn'>) {
    this.#clock = clock;
    this.#usualDurationMs = usualDurationMs;
    this.#log = log;
  }

  /** The last seen lease, even if it is deleted. */
  get lease(): Lease | undefined {
    return this.#lease;
  }

  /** Undefined: there is no lease. */
  note(lease: Lease | undefined): void {
    if (!lease || isSame(lease, this.#lease)) return;
    this.#lease = lease;
    this.#since = this.#clock.monotonic();
    this.#warnOnce(lease);
  }

  /** Milliseconds for which the holder may still trust the lease. */
  get heldMs(): number {
    if (!this.#lease || isReleased(this.#lease)) return 0;
    // A person may have shortened the duration without the holder's knowledge.
    const stated = Math.max(statedMs(this.#lease) ?? 0, this.#usualDurationMs);
    const duration = Math.min(stated, this.#longestMs);
    return Math.max(this.#since + duration - this.#clock.monotonic(), 0);
  }

  get #longestMs(): number {
    return this.#usualDurationMs * maxDurations;
  }

  #warnOnce(lease: Lease): void {
    const lastsMs = statedMs(lease) ?? 0;
    if (this.#hasWarned || lastsMs <= this.#longestMs) return;
    this.#hasWarned = true;
    const { holderIdentity } = lease.spec;
    this.#log.warn(
      { holderIdentity, lastsMs, longestMs: this.#longestMs },
      "another holder's lease lasts too long: waiting the longest allowed time",
    );
  }
}

const isSame = (one: Lease, other: Lease | undefined): boolean =>
  one.metadata.uid === other?.metadata.uid && one.metadata.resourceVersion === other.metadata.resourceVersion;

export interface LeaseWatchOptions {
  store: Pick<ResourceStore, 'list' | 'watch'>;
  lease: ObjectKey;
  signal: AbortSignal;
  /** The pause before the watch begins again. */
  rest: () => Promise<void>;
  /** May be called although the lease is held. */
  onReleased: () => void;
}

/** Tells a candidate that the lease is free. A broken watch costs one retry period. */
export const watchForRelease = async (options: LeaseWatchOptions): Promise<void> => {
  while (!options.signal.aborted) {
    await watchOnce(options).catch(() => undefined);
    await options.rest();
  }
};

const watchOnce = async ({ store, lease, signal, onReleased }: LeaseWatchOptions): Promise<void> => {
  const { items, resourceVersion } = await store.list('Lease', lease, { signal });
  if (items.some(isReleased)) onReleased();
  for await (const event of store.watch('Lease', { selector: lease, resourceVersion, signal })) {
    if (event.type === 'changed' && isReleased(event.object)) onReleased();
  }
};
