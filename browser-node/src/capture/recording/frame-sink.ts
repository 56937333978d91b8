import { TintypeError } from '@tintype/contracts';
import { type GifRecorder, startGif } from '../../gif/gif-recorder.js';

interface FrameSinkOptions {
  /** 0: for ever. */
  loop: number;
  /** Limit of the file. */
  maxBytes: number;
}

/** The width and height in the head of a PNG. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

/** Takes the pictures of a recording to the encoder, which works while the recording runs on. */
export class FrameSink {
  readonly #options: FrameSinkOptions;
  #gif: GifRecorder | undefined;
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
    const bytes = Buffer.from(png, 'base64');
    this.#gif ??= startGif({ ...sizeOf(bytes), ...this.#options });
    this.#busy = true;
    try {
      await this.#gif.frame(bytes, atMs);
    } finally {
      this.#busy = false;
    }
  }

  /** The whole file; the last picture stays until `endMs`. */
  async finish(endMs: number): Promise<Buffer> {
    if (!this.#gif) throw new TintypeError('render_failed', 'Chromium could not capture the page.');
    const { gif } = await this.#gif.finish(endMs);
    return Buffer.from(gif.buffer, gif.byteOffset, gif.byteLength);
  }

  async abort(): Promise<void> {
    await this.#gif?.abort();
  }
}
