import type { Clock } from '@tintype/runtime';

/** What the leader's work needs besides the store with the lease. */
export interface LeaderNeed {
  /** A name for people, for example `NATS`. */
  name: string;
  isMet: () => boolean;
}

/** Measures for how long a need has been unmet. */
export class UnmetNeedTimer {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #need: LeaderNeed | undefined;
  #unmetSince: number | undefined;

  constructor(clock: Pick<Clock, 'monotonic'>, need: LeaderNeed | undefined) {
    this.#clock = clock;
    this.#need = need;
  }

  /**
   * Milliseconds since a call first saw the need unmet; 0 while the need is met. The time before that call does not
   * count: the process may have been paused.
   */
  unmetMs(): number {
    if (!this.#need || this.#need.isMet()) {
      this.#unmetSince = undefined;
      return 0;
    }
    const now = this.#clock.monotonic();
    this.#unmetSince ??= now;
    return now - this.#unmetSince;
  }
}
