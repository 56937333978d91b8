import { race } from '@tintype/runtime';

interface Shared<T> {
  work: Promise<T>;
  /** How many requests wait. When the last one leaves, `abandoned` aborts the work. */
  requests: number;
  abandoned: AbortController;
  /** The deadline of the request that began the work, in milliseconds of the Unix epoch. */
  deadline: number;
}

type Begin<T> = (abandoned: AbortSignal) => Promise<T>;

/** Waits that several requests of this process share, by key. */
export class SharedWaits<T> {
  readonly #waits = new Map<string, Shared<T>>();

  /** Begins a wait that other requests can join. Throws what the work throws, and the reason of `signal`. */
  lead(key: string, signal: AbortSignal, begin: Begin<T>, deadline = Number.POSITIVE_INFINITY): Promise<T> {
    const abandoned = new AbortController();
    const shared: Shared<T> = { work: begin(abandoned.signal), requests: 0, abandoned, deadline };
    this.#waits.set(key, shared);
    const forget = () => this.#waits.get(key) === shared && this.#waits.delete(key);
    shared.work.then(forget, forget);
    abandoned.signal.addEventListener('abort', forget, { once: true });
    return this.#share(shared, signal);
  }

  has(key: string): boolean {
    return this.#waits.has(key);
  }

  /** The deadline of the request that began the wait; undefined if there is no wait. */
  deadlineOf(key: string): number | undefined {
    return this.#waits.get(key)?.deadline;
  }

  /** Joins the wait of a key; undefined if there is none. Throws what the work throws, and the reason of `signal`. */
  join(key: string, signal: AbortSignal): Promise<T> | undefined {
    const shared = this.#waits.get(key);
    return shared && this.#share(shared, signal);
  }

  async #share(shared: Shared<T>, signal: AbortSignal): Promise<T> {
    shared.requests += 1;
    try {
      return await race(shared.work, signal);
    } finally {
      shared.requests -= 1;
      if (shared.requests === 0) shared.abandoned.abort(signal.reason);
    }
  }
}
