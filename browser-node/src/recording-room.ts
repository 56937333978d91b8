import { totalmem } from 'node:os';

/** Browser, encoder and pictures on their way: two recordings of 25 megapixels took 2.1 GB. */
const bytesPerPixel = 42;
/** The rest is for the other renders. */
const memoryShare = 2 / 3;

/** In millions of pixels. A container may have less memory than its machine. */
export const roomOfMachine = (machine = totalmem(), container = process.constrainedMemory()): number => {
  const bytes = container > 0 ? Math.min(machine, container) : machine;
  return (bytes * memoryShare) / bytesPerPixel / 1e6;
};

interface Waiting {
  megapixels: number;
  enter: () => void;
}

/** Lets in recordings while their pixels fit into the memory, first come, first served. One alone always fits. */
export class RecordingRoom {
  readonly #megapixels: number;
  readonly #waiting: Waiting[] = [];
  #used = 0;

  constructor(megapixels = roomOfMachine()) {
    this.#megapixels = megapixels;
  }

  /** Returns what ends the recording's stay. Rejects with the signal's reason. */
  async enter(size: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const megapixels = Math.min(size, this.#megapixels);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { megapixels, enter: resolve };
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
      this.#used -= megapixels;
      this.#admit();
    };
  }

  #admit(): void {
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      if (this.#used > 0 && this.#used + first.megapixels > this.#megapixels) return;
      this.#used += first.megapixels;
      this.#waiting.shift();
      first.enter();
    }
  }
}
