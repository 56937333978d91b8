import { TintypeError } from '@tintype/contracts';

/** Bodies of 5 MiB: 160 MiB in memory. */
const maxBodies = 32;
/** The key is public: others can send bodies with it, and then block this account alone. */
const maxAccountBodies = 8;

/** Bounds the bodies that are read before their signature can be checked. */
export class HeldBodies {
  /** Keyed by API key. */
  readonly #held = new Map<string, number>();
  #all = 0;

  /** Throws `overloaded` while too many others are read. */
  async hold<T>(apiKey: string, read: () => Promise<T>): Promise<T> {
    const held = this.#held.get(apiKey) ?? 0;
    if (this.#all >= maxBodies || held >= maxAccountBodies)
      throw new TintypeError('overloaded', 'Too many batches arrive at once. Try again.');
    this.#held.set(apiKey, held + 1);
    this.#all += 1;
    try {
      return await read();
    } finally {
      this.#all -= 1;
      const left = (this.#held.get(apiKey) ?? 1) - 1;
      if (left > 0) this.#held.set(apiKey, left);
      else this.#held.delete(apiKey);
    }
  }
}
