import { type Clock, pause } from '@tintype/runtime';

/** Wakes waiting calls in the order in which they began to wait. */
export class Waiters {
  #wakers = new Set<AbortController>();

  /** Resolves at the next `wake`, after `milliseconds`, or when the signal aborts. Never rejects. */
  async wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
    const waker = new AbortController();
    this.#wakers.add(waker);
    await pause(clock, milliseconds, signal, waker.signal);
    this.#wakers.delete(waker);
  }

  /** Wakes all calls that wait now. */
  wake(): void {
    const wakers = this.#wakers;
    this.#wakers = new Set();
    for (const waker of wakers) waker.abort();
  }
}
