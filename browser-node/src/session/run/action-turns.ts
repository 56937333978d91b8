import { TintypeError } from '@tintype/contracts';
import { raceSignal } from '@tintype/runtime';

/** Lets what comes in do its work one after another, in order of arrival. */
export class ActionTurns {
  readonly #mostWaiting: number;
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Settles as `work` does, which starts when its turn comes. Throws `rate_limited` when too many wait, and the signal's
   * reason when that comes before the turn: then `work` never starts.
   */
  async take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    // One of them works, and does not wait.
    if (this.#underWay > this.#mostWaiting)
      throw new TintypeError('rate_limited', `More than ${this.#mostWaiting} actions of this session are waiting.`);
    this.#underWay += 1;
    const before = this.#last;
    const done = Promise.withResolvers<void>();
    this.#last = before.then(() => done.promise);
    try {
      await raceSignal(before, signal);
      return await work();
    } finally {
      this.#underWay -= 1;
      done.resolve();
    }
  }
}
