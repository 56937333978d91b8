import type { Clock } from '@tintype/runtime';

/** What the leader's work needs besides the store with the lease. */
export interface LeaderNeed {
  /** A name for people, for example `NATS`. */
  name: string;
  isMet: () => boolean;
}

/** Measures for how long a need is missing. */
export class MissingNeed {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #need: LeaderNeed | undefined;
  #since: number | undefined;

  constructor(clock: Pick<Clock, 'monotonic'>, need: LeaderNeed | undefined) {
    this.#clock = clock;
    this.#need = need;
  }

  /** Milliseconds since a call first saw the need unmet; 0 while it is met. A pause of the process does not count. */
  missingMs(): number {
    if (!this.#need || this.#need.isMet()) {
      this.#since = undefined;
      return 0;
    }
    const now = this.#clock.monotonic();
    this.#since ??= now;
    return now - this.#since;
  }
}
