import { TintypeError } from '@tintype/contracts';

export interface HeldBodiesOptions {
  /** The most bytes of all bodies at once. */
  maxBytes: number;
  /** The most bytes at once of the bodies under one name. */
  maxBytesEach: number;
}

const mebibyte = 2 ** 20;

/** Bounds the memory of bodies that are being read, or wait for their render. */
export class HeldBodies {
  readonly #options: HeldBodiesOptions;
  readonly #bytesByName = new Map<string, number>();
  #totalBytes = 0;

  constructor({ maxBytes, maxBytesEach }: HeldBodiesOptions) {
    this.#options = { maxBytes, maxBytesEach };
  }

  /**
   * Counts `bytes` under `name`, an account's id or API key, until `work` ends. `work` may call `keep` with the body's
   * true size, which then counts instead. Throws `overloaded` if this body would exceed a limit.
   */
  async hold<T>(name: string, bytes: number, work: (keep: (trueBytes: number) => void) => Promise<T>): Promise<T> {
    const { maxBytes, maxBytesEach } = this.#options;
    const bytesOfName = (this.#bytesByName.get(name) ?? 0) + bytes;
    if (bytesOfName > maxBytesEach || this.#totalBytes + bytes > maxBytes) {
      const most = `${Math.floor(maxBytesEach / mebibyte)} MiB`;
      throw new TintypeError(
        'overloaded',
        `The service is processing too many large bodies. An account may have ${most} at once. Try again.`,
      );
    }
    let countedBytes = 0;
    const keep = (trueBytes: number) => {
      this.#change(name, trueBytes - countedBytes);
      countedBytes = trueBytes;
    };
    keep(bytes);
    try {
      return await work(keep);
    } finally {
      keep(0);
    }
  }

  #change(name: string, change: number): void {
    const bytesOfName = (this.#bytesByName.get(name) ?? 0) + change;
    this.#totalBytes += change;
    if (bytesOfName > 0) this.#bytesByName.set(name, bytesOfName);
    else this.#bytesByName.delete(name);
  }
}
