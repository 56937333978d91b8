import type { Lease, ObjectKey, ResourceStore } from '@tintype/crds';
import type { Clock, Logger } from '@tintype/runtime';
import { isReleased, statedMs } from './lease.js';

/**
 * A lease is believed to last so many times as long as one's own at most. Another version of the program may take longer
 * ones; who writes more than that is none, and would keep all of them from leading for as long as it likes.
 */
const mostTimes = 10;

/**
 * What one process knows of the lease. A holder is gone when the lease has not changed for its duration, by the clock
 * of whoever looks, since whoever looks first saw it as it is: the times that stand in it are another machine's.
 */
export class LeaseObservation {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #usualDurationMs: number;
  readonly #log: Pick<Logger, 'warn'>;
  #hasWarned = false;
  #lease: Lease | undefined;
  #since = 0;

  /** `usualDurationMs` is taken for a lease that says a shorter one, or none. */
  constructor(clock: Pick<Clock, 'monotonic'>, usualDurationMs: number, log: Pick<Logger, 'warn'>) {
    this.#clock = clock;
    this.#usualDurationMs = usualDurationMs;
    this.#log = log;
  }

  /** The lease as it was last seen, also when it is gone since. */
  get lease(): Lease | undefined {
    return this.#lease;
  }

  /** Takes note of the lease as it has just been read or written, or that there is none. */
  see(lease: Lease | undefined): void {
    if (!lease || isSame(lease, this.#lease)) return;
    this.#lease = lease;
    this.#since = this.#clock.monotonic();
    this.#warnOnce(lease);
  }

  /** How long, in milliseconds, its holder may still believe in the lease as it was last seen; 0 once it does not. */
  get lastsMs(): number {
    if (!this.#lease || isReleased(this.#lease)) return 0;
    // Somebody may have written a shorter one over a holder that does not know.
    const stated = Math.max(statedMs(this.#lease) ?? 0, this.#usualDurationMs);
    const duration = Math.min(stated, this.#longestMs);
    return Math.max(this.#since + duration - this.#clock.monotonic(), 0);
  }

  get #longestMs(): number {
    return this.#usualDurationMs * mostTimes;
  }

  #warnOnce(lease: Lease): void {
    const lastsMs = statedMs(lease) ?? 0;
    if (this.#hasWarned || lastsMs <= this.#longestMs) return;
    this.#hasWarned = true;
    const { holderIdentity } = lease.spec;
    this.#log.warn({ holderIdentity, lastsMs, longestMs: this.#longestMs }, 'the lease says that it lasts too long');
  }
}

const isSame = (one: Lease, other: Lease | undefined): boolean =>
  one.metadata.uid === other?.metadata.uid && one.metadata.resourceVersion === other.metadata.resourceVersion;

export interface LeaseWatchOptions {
  store: Pick<ResourceStore, 'list' | 'watch'>;
  lease: ObjectKey;
  /** Ends the watch. */
  signal: AbortSignal;
  /** Waits between two watches. */
  rest: () => Promise<void>;
  /** Called when the lease is seen as it was given back; may be called for nothing. */
  onReleased: () => void;
}

/**
 * Tells those who stand that the lease was given back. It only makes them look earlier than they would: a watch that
 * fails, or that says nothing any more, costs a retry period and no more.
 */
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
