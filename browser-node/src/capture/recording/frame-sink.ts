import { TintypeError } from '@tintype/contracts';
import { startGif } from '../../gif/gif-recorder.js';
import { VideoRecorder, type VideoType } from './video-recorder.js';

interface FrameSinkOptions {
  type: 'gif' | VideoType;
  /** Plays of a GIF; 0: for ever. */
  loop: number;
  /** Pictures a second of a video. */
  fps: number;
  /** Limit of the file. */
  maxBytes: number;
}

/** Encodes while the recording runs on. Times in milliseconds from its begin. */
interface Encoder {
  /** Resolves when it can take the next picture. */
  frame: (png: Uint8Array, atMs: number) => Promise<void>;
  /** The whole file; the last picture stays until `endMs`. */
  finish: (endMs: number) => Promise<Uint8Array>;
  abort: () => Promise<void>;
}

/** The width and height in the head of a PNG. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

const startEncoder = async (options: FrameSinkOptions, first: Buffer): Promise<Encoder> => {
  const { type, loop, fps, maxBytes } = options;
  if (type !== 'gif') return VideoRecorder.start({ type, fps, maxBytes });
  const gif = startGif({ ...sizeOf(first), loop, maxBytes });
  return {
    frame: (png, atMs) => gif.frame(png, atMs),
    finish: async (endMs) => (await gif.finish(endMs)).gif,
    abort: () => gif.abort(),
  };
};

/** Takes the pictures of a recording to its encoder. */
export class FrameSink {
  readonly #options: FrameSinkOptions;
  #encoder: Promise<Encoder> | undefined;
  #last = '';
  #busy = false;
  /** Pictures that differ from the one before. */
  count = 0;

  constructor(options: FrameSinkOptions) {
    this.#options = options;
  }

  /** The encoder has not yet taken the last picture. */
  get busy(): boolean {
    return this.#busy;
  }

  /** Equal pictures have equal bytes. */
  differs(png: string): boolean {
    return png !== this.#last;
  }

  /**
   * `png` in base64, `atMs` from the begin of the recording. Resolves when the encoder can take the next one. Throws
   * `result_too_large`.
   */
  async add(png: string, atMs: number): Promise<void> {
    if (!this.differs(png)) return;
    this.#last = png;
    this.count += 1;
    this.#busy = true;
    try {
      const bytes = Buffer.from(png, 'base64');
      this.#encoder ??= startEncoder(this.#options, bytes);
      await (await this.#encoder).frame(bytes, atMs);
    } finally {
      this.#busy = false;
    }
  }

  /** The whole file; the last picture stays until `endMs`. */
  async finish(endMs: number): Promise<Buffer> {
    const encoder = await this.#encoder;
    if (!encoder) throw new TintypeError('render_failed', 'Chromium could not capture the page.');
    const file = await encoder.finish(endMs);
    return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  }

  async abort(): Promise<void> {
    await (await this.#encoder)?.abort();
  }
}
