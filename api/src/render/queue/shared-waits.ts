import { raceSignal } from '@tintype/runtime';

/** One wait and those who share it. */
interface Shared<T> {
  work: Promise<T>;
  /** Who still waits; the work is ended when the last one has left. */
  clients: number;
  abandoned: AbortController;
}

/** Waits of this process that several requests can share, by key. A wait that everybody has left is abandoned. */
export class SharedWaits<T> {
  readonly #waits = new Map<string, Shared<T>>();

  /** Begins a wait that others can join. Throws the signal's reason when that client has left. */
  lead(key: string, signal: AbortSignal, begin: (abandoned: AbortSignal) => Promise<T>): Promise<T> {
    const abandoned = new AbortController();
    const shared: Shared<T> = { work: begin(abandoned.signal), clients: 0, abandoned };
    this.#waits.set(key, shared);
    const forget = () => this.#waits.get(key) === shared && this.#waits.delete(key);
    shared.work.then(forget, forget);
    abandoned.signal.addEventListener('abort', forget, { once: true });
    return this.#share(shared, signal);
  }

  /** Whether there is one to join. */
  has(key: string): boolean {
    return this.#waits.has(key);
  }

  /** Joins the wait that there is, or answers undefined. Throws the signal's reason when that client has left. */
  join(key: string, signal: AbortSignal): Promise<T> | undefined {
    const shared = this.#waits.get(key);
    return shared && this.#share(shared, signal);
  }

  async #share(shared: Shared<T>, signal: AbortSignal): Promise<T> {
    shared.clients += 1;
    try {
      return await raceSignal(shared.work, signal);
    } finally {
      shared.clients -= 1;
      if (shared.clients === 0) shared.abandoned.abort(signal.reason);
    }
  }
}
