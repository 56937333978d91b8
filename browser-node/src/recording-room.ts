import { totalmem } from 'node:os';

/** Memory of browser, encoder and the pictures between them. Two recordings of 25 megapixels took 2.1 GB. */
const bytesPerPixel = 42;
/** The share of the memory for recordings. The rest is for the other renders. */
const memoryShare = 2 / 3;

/** The pixels that may be recorded at once, in millions. A container may have less memory than its machine. */
export const roomOfMachine = (machine = totalmem(), container = process.constrainedMemory()): number => {
  const bytes = container > 0 ? Math.min(machine, container) : machine;
  return (bytes * memoryShare) / bytesPerPixel / 1e6;
};

interface Waiting {
  pixels: number;
  enter: () => void;
}

/** Lets in recordings while their pixels fit into the memory, first come, first served. One alone always fits. */
export class RecordingRoom {
  /** Whole pixels: sums of fractions would leave a remainder. */
  readonly #pixels: number;
  readonly #waiting: Waiting[] = [];
  #used = 0;

  constructor(megapixels = roomOfMachine()) {
    this.#pixels = Math.floor(megapixels * 1e6);
  }

  /** Returns a function that ends the recording's stay. Rejects with the signal's reason. */
  async enter(megapixels: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const pixels = Math.min(Math.ceil(megapixels * 1e6), this.#pixels);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { pixels, enter: resolve };
    const giveUp = () => {
      const at = this.#waiting.indexOf(waiting);
      if (at === -1) return;
      this.#waiting.splice(at, 1);
      reject(signal.reason);
      this.#admit();
    };
    signal.addEventListener('abort', giveUp, { once: true });
    this.#waiting.push(waiting);
    this.#admit();
    await promise.finally(() => signal.removeEventListener('abort', giveUp));
    return () => {
      this.#used -= pixels;
      this.#admit();
    };
  }

  #admit(): void {
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      if (this.#used > 0 && this.#used + first.pixels > this.#pixels) return;
      this.#used += first.pixels;
      this.#waiting.shift();
      first.enter();
    }
  }
}
