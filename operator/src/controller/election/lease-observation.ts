import type { Lease, ObjectKey, ResourceStore } from '@tintype/crds';
import type { Clock, Logger } from '@tintype/runtime';
import { isReleased, statedDurationMs } from './lease.js';

/**
 * Wait for another process's lease at most ten of our lease durations. Else a faulty writer could block every leader
 * for 68 years.
 */
const maxDurations = 10;

/**
 * What one process knows of the lease. The holder is gone if this process saw no change for the lease's duration. It
 * ignores the times in the lease, because they come from another clock.
 */
export class LeaseObservation {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #usualDurationMs: number;
  readonly #log: Pick<Logger, 'warn'>;
  #hasWarned = false;
  #lease: Lease | undefined;
  /** Monotonic time at which this process saw the last change. */
  #changedAt = 0;

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

  /** Notes the answer of a read or write. Undefined, for a missing lease, changes nothing. */
  note(lease: Lease | undefined): void {
    if (!lease || isSame(lease, this.#lease)) return;
    this.#lease = lease;
    this.#changedAt = this.#clock.monotonic();
    this.#warnIfTooLong(lease);
  }

  /** Milliseconds for which the holder may still believe that it leads; 0 if the lease is free. */
  get heldMs(): number {
    if (!this.#lease || isReleased(this.#lease)) return 0;
    // A person may have shortened the duration in the lease. The holder may not know, and still use the usual one.
    const stated = Math.max(statedDurationMs(this.#lease) ?? 0, this.#usualDurationMs);
    const duration = Math.min(stated, this.#longestMs);
    return Math.max(this.#changedAt + duration - this.#clock.monotonic(), 0);
  }

  get #longestMs(): number {
    return this.#usualDurationMs * maxDurations;
  }

  #warnIfTooLong(lease: Lease): void {
    const lastsMs = statedDurationMs(lease) ?? 0;
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
  /** Resolves when the watch may begin again. */
  pauseBeforeRetry: () => Promise<void>;
  /** Called when the lease seems free. It may be held again by then. */
  onReleased: () => void;
}

/**
 * Reports releases of the lease until `signal` aborts; never rejects. After a broken watch, it pauses before it looks
 * again.
 */
export const watchForRelease = async (options: LeaseWatchOptions): Promise<void> => {
  while (!options.signal.aborted) {
    await watchOnce(options).catch(() => undefined);
    await options.pauseBeforeRetry();
  }
};

const watchOnce = async ({ store, lease, signal, onReleased }: LeaseWatchOptions): Promise<void> => {
  const { items, resourceVersion } = await store.list('Lease', lease, { signal });
  if (items.some(isReleased)) onReleased();
  for await (const event of store.watch('Lease', { selector: lease, resourceVersion, signal })) {
    if (event.type === 'changed' && isReleased(event.object)) onReleased();
  }
};
