import { type BrowserSession, isStarting } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { poolOfSession } from './pool-pod.js';

/** Measures how long sessions wait for their browsers, from when this process first saw them. */
export class SessionWaits {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #onServed: (pool: string, milliseconds: number) => void;
  /** Monotonic milliseconds, by the session's uid. */
  readonly #since = new Map<string, number>();

  /** `onServed` gets the pool's key. */
  constructor(clock: Pick<Clock, 'monotonic'>, onServed: (pool: string, milliseconds: number) => void) {
    this.#clock = clock;
    this.#onServed = onServed;
  }

  /** Handler of the informer of sessions. A session that is deleted or fails before it is Active is not counted. */
  readonly observe = (previous: BrowserSession | undefined, current: BrowserSession | undefined): void => {
    const now = this.#clock.monotonic();
    if (current && !previous && isStarting(current)) this.#since.set(current.metadata.uid, now);
    const { uid = '' } = (current ?? previous)?.metadata ?? {};
    const since = this.#since.get(uid);
    if (since === undefined || (current && isStarting(current))) return;
    this.#since.delete(uid);
    if (current?.status?.phase === 'Active') this.#onServed(poolOfSession(current), now - since);
  };
}
