import type { Clock } from '@tintype/runtime';

/** Those who wait for the next write, in the order in which they began to wait. */
export class Waiters {
  #waiting = new Set<() => void>();

  /** Resolves at the next `wake`, after so many milliseconds, or when the signal ends. */
  async wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    const cancel = clock.after(milliseconds, end);
    signal.addEventListener('abort', end, { once: true });
    this.#waiting.add(end);
    await promise;
    this.#waiting.delete(end);
    signal.removeEventListener('abort', end);
    cancel();
  }

  wake(): void {
    const woken = this.#waiting;
    this.#waiting = new Set();
    for (const each of woken) each();
  }
}
