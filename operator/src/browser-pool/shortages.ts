interface Shortage {
  desired: number;
  /** When each browser that is missing was missed first, in milliseconds that only go forward; the oldest first. */
  since: number[];
}

/** Since when pools lack browsers. What is taken first is the first to be made good. */
export class Shortages {
  readonly #shortages = new Map<string, Shortage>();

  /** A pool has so many of so many now. Answers how long each was missed that has come since, in milliseconds. */
  see(pool: string, desired: number, ready: number, now: number): number[] {
    const { desired: before, since } = this.#shortages.get(pool) ?? { desired, since: [] };
    // Those that are not wanted any more have not come.
    const missed = desired < before ? since.slice(0, Math.max(0, since.length - (before - desired))) : [...since];
    const missing = Math.max(0, desired - ready);
    const come = missed.splice(0, Math.max(0, missed.length - missing));
    while (missed.length < missing) missed.push(now);
    this.#shortages.set(pool, { desired, since: missed });
    return come.map((at) => now - at);
  }

  /** The pool is gone. */
  forget(pool: string): void {
    this.#shortages.delete(pool);
  }
}
