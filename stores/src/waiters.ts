import { type Clock, pause } from '@tintype/runtime';

/** Wakes waiting calls in the order in which they began to wait. */
export class Waiters {
  #waiting = new Set<AbortController>();

  /** Resolves at the next `wake`, after the time, or when the signal ends. */
  async wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#waiting.add(woken);
    await pause(clock, milliseconds, signal, woken.signal);
    this.#waiting.delete(woken);
  }

  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const each of waiting) each.abort();
  }
}
