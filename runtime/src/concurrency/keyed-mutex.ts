import { race } from '../time/wait.js';

/** Runs work of the same key one after another, first come, first served. */
export class KeyedMutex {
  /** Each key's promise resolves when its last waiting work is done. */
  readonly #lines = new Map<string, Promise<void>>();

  /**
   * Settles as `work` does, which starts after all earlier work of the key. If the signal aborts first, rejects with
   * its reason and never starts `work`. Work that need not wait starts even if the signal has aborted.
   */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#lines.get(key);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    // The next call also waits for `before`, in case this one gives up.
    const line = before === undefined ? done : before.then(() => done);
    this.#lines.set(key, line);
    try {
      if (before !== undefined) await (signal ? race(before, signal) : before);
      return await work();
    } finally {
      resolve();
      if (this.#lines.get(key) === line) this.#lines.delete(key);
    }
  }
}
