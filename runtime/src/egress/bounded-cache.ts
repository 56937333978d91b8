interface Entry<V> {
  value: V;
  /** A time of `performance.now()`. */
  until: number;
}

/** Drops each entry after its time, and the least recently used one when full. */
export class BoundedCache<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // Re-inserting turns a Map's insertion order into the order of use.
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
