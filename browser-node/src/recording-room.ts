import { totalmem } from 'node:os';
import { TintypeError } from '@tintype/contracts';

type RecordingType = 'gif' | 'mp4' | 'webm';

/** Bytes a pixel. Browser, GIF encoder and pictures on their way: two recordings of 25 megapixels took 2.1 GB. */
const bytesPerPixel = 42;
/** Peak of ffmpeg in bytes a pixel, measured at 25 megapixels: 30 frames of an mp4, 12 of a webm. */
const ffmpegBytesPerPixel: Record<RecordingType, number> = { gif: 0, mp4: 79, webm: 85 };

const bytesPerPixelOf = (type: RecordingType): number => bytesPerPixel + ffmpegBytesPerPixel[type];

/** Memory of a recording, in whole bytes: sums of fractions would leave a remainder. */
export const recordingBytes = (megapixels: number, type: RecordingType): number =>
  Math.ceil(megapixels * 1e6 * bytesPerPixelOf(type));

/** The share of the memory for recordings. The rest is for the other renders. */
const memoryShare = 2 / 3;

/** In bytes. A container may have less memory than its machine. */
export const roomOfMachine = (machine = totalmem(), container = process.constrainedMemory()): number => {
  const bytes = container > 0 ? Math.min(machine, container) : machine;
  return Math.floor(bytes * memoryShare);
};

interface Waiting {
  bytes: number;
  enter: () => void;
}

/** Throws `result_too_large` for a video that does not fit into the whole room. A GIF alone always enters. */
export const checkFits = (megapixels: number, type: RecordingType, roomBytes: number): void => {
  if (type === 'gif' || recordingBytes(megapixels, type) <= roomBytes) return;
  const most = Math.floor(roomBytes / bytesPerPixelOf(type) / 1e5) / 10;
  throw new TintypeError(
    'result_too_large',
    `The video would have ${(Math.ceil(megapixels * 10) / 10).toFixed(1)} megapixels; the memory of this server suffices for ${most}. Use a smaller viewport or \`scaleFactor\`, or \`type=gif\`.`,
  );
};

/** Lets in recordings while they fit into the memory, first come, first served. One alone always enters. */
export class RecordingRoom {
  readonly bytes: number;
  readonly #waiting: Waiting[] = [];
  #used = 0;

  constructor(bytes = roomOfMachine()) {
    this.bytes = bytes;
  }

  /** `wanted`: bytes. Returns a function that ends the recording's stay. Rejects with the signal's reason. */
  async enter(wanted: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const bytes = Math.min(wanted, this.bytes);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { bytes, enter: resolve };
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
      this.#used -= bytes;
      this.#admit();
    };
  }

  #admit(): void {
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      if (this.#used > 0 && this.#used + first.bytes > this.bytes) return;
      this.#used += first.bytes;
      this.#waiting.shift();
      first.enter();
    }
  }
}
