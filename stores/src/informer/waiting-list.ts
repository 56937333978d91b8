interface Waiter<T> {
  holds: (object: T | undefined) => boolean;
  resolve: (object: T | undefined) => void;
  reject: (reason: unknown) => void;
}

/** Callers that wait for objects to reach a state. */
export class WaitingList<T> {
  readonly #waiters = new Map<string, Set<Waiter<T>>>();

  /** Resolves to the object once `holds` accepts it. Rejects with the signal's reason, or with an error of `holds`. */
  async add(key: string, holds: Waiter<T>['holds'], signal: AbortSignal): Promise<T | undefined> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
    const waiter = { holds, resolve, reject };
    const abort = () => reject(signal.reason);
    const waiters = this.#waiters.get(key) ?? new Set();
    this.#waiters.set(key, waiters.add(waiter));
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
      waiters.delete(waiter);
      if (waiters.size === 0 && this.#waiters.get(key) === waiters) this.#waiters.delete(key);
    }
  }

  /** Reports the current object of a key; undefined if the object is deleted. */
  notify(key: string, object: T | undefined): void {
    for (const { holds, resolve, reject } of this.#waiters.get(key) ?? []) {
      try {
        if (holds(object)) resolve(object);
      } catch (error) {
        reject(error);
      }
    }
  }
}
