import type { Clock } from '@tintype/runtime';

/** What a leader's work cannot do without, beside the store that has the lease. */
export interface LeaderNeed {
  /** For people, as in `NATS`. */
  name: string;
  isThere: () => boolean;
}

/** How long a need has been missing, as far as whoever asks has looked. */
export class Lack {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #need: LeaderNeed | undefined;
  #since: number | undefined;

  constructor(clock: Pick<Clock, 'monotonic'>, need: LeaderNeed | undefined) {
    this.#clock = clock;
    this.#need = need;
  }

  /** In milliseconds, since it was first seen to be missing: whoever was paused has not looked meanwhile. 0 while it is there. */
  look(): number {
    if (!this.#need || this.#need.isThere()) {
      this.#since = undefined;
      return 0;
    }
    const now = this.#clock.monotonic();
    this.#since ??= now;
    return now - this.#since;
  }
}
