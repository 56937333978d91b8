import { raceSignal } from '@tintype/runtime';

/** One after the other for each key, in the order in which they came. */
export class Turns {
  /** Settles when the last in line has had its turn. */
  readonly #last = new Map<string, Promise<void>>();

  /** Does the work when all before it are done. Throws the signal's reason when that comes first. */
  async take<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    // Whoever gives up leaves the line whole: the next one still waits for those before.
    const last = before === undefined ? done : before.then(() => done);
    this.#last.set(key, last);
    try {
      if (before !== undefined) await raceSignal(before, signal);
      return await work();
    } finally {
      resolve();
      if (this.#last.get(key) === last) this.#last.delete(key);
    }
  }
}
