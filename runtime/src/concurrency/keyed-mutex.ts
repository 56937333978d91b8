import { race } from '../time/wait.js';

/** Runs work of the same key one after another, first come, first served. */
export class KeyedMutex {
  /** For each key, a promise that resolves when its latest work is done. */
  readonly #tails = new Map<string, Promise<void>>();

  /**
   * Settles as `work` does, which starts after all earlier work of the key. If the signal aborts first, rejects with
   * its reason and never starts `work`. Work that need not wait starts even if the signal has aborted.
   */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const earlier = this.#tails.get(key);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    // Includes `earlier`: this call may give up before that work is done.
    const tail = earlier === undefined ? done : earlier.then(() => done);
    this.#tails.set(key, tail);
    try {
      if (earlier !== undefined) await (signal ? race(earlier, signal) : earlier);
      return await work();
    } finally {
      resolve();
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}
