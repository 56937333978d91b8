import { TintypeError } from '@tintype/contracts';

export interface HeldBodiesOptions {
  /** The most bytes under all names, and under one. */
  maxBytes: number;
  maxBytesEach: number;
}

const mebibyte = 2 ** 20;

/** Bounds the memory of bodies that are read, or wait for their render. */
export class HeldBodies {
  readonly #options: HeldBodiesOptions;
  readonly #held = new Map<string, number>();
  #all = 0;

  constructor({ maxBytes, maxBytesEach }: HeldBodiesOptions) {
    this.#options = { maxBytes, maxBytesEach };
  }

  /**
   * Counts `bytes` under `name`, an account's id or API key, until `work` ends. `work` calls `keep` when it knows the
   * body's true size. Throws `overloaded` if this body would exceed a limit.
   */
  async hold<T>(name: string, bytes: number, work: (keep: (trueBytes: number) => void) => Promise<T>): Promise<T> {
    const { maxBytes, maxBytesEach } = this.#options;
    const held = (this.#held.get(name) ?? 0) + bytes;
    if (held > maxBytesEach || this.#all + bytes > maxBytes) {
      const most = `${Math.floor(maxBytesEach / mebibyte)} MiB`;
      throw new TintypeError(
        'overloaded',
        `The service is processing too many large bodies. An account may have ${most} at once. Try again.`,
      );
    }
    let kept = 0;
    const keep = (trueBytes: number) => {
      this.#change(name, trueBytes - kept);
      kept = trueBytes;
    };
    keep(bytes);
    try {
      return await work(keep);
    } finally {
      keep(0);
    }
  }

  #change(name: string, change: number): void {
    const held = (this.#held.get(name) ?? 0) + change;
    this.#all += change;
    if (held > 0) this.#held.set(name, held);
    else this.#held.delete(name);
  }
}
