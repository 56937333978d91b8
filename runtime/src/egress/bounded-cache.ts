interface Entry<V> {
  value: V;
  /** By `performance.now()`. */
  until: number;
}

/** A map that forgets: each entry after its time, and the one longest unused when there are too many. */
export class BoundedCache<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // Deleted and set again: a Map keeps the order of insertion, which makes it the order of use.
    this.#entries.delete(key);
    if (entry.until <= performance.now()) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: V, milliseconds: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: performance.now() + milliseconds });
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > this.#limit && !oldest.done) this.#entries.delete(oldest.value);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  get size(): number {
    return this.#entries.size;
  }
}
