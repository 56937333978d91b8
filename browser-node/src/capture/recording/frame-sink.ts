import { type GifRecorder, startGif } from '../../gif/gif-recorder.js';
import { pngSize } from '../../gif/png-frame.js';
import { notCaptured } from '../run.js';
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
  /** The last picture stays until `atMs`, and can be encoded up to there. */
  keepShowing?: (atMs: number) => Promise<void>;
  /** The whole file; the last picture stays until `endMs`. */
  finish: (endMs: number) => Promise<Uint8Array>;
  /** Milliseconds that the encoder needs to end the file if the recording ends at `atMs`. */
  lagMs: (atMs: number) => number;
  /** How many pictures came too fast for the format. Known once the file is finished. */
  readonly leftOut?: number;
  /** Pending calls reject. Repeated calls are harmless. */
  abort: () => Promise<void>;
}

/** Takes the pictures of a recording to its encoder. */
export class FrameSink {
  readonly #start: (first: Buffer) => Promise<Encoder>;
  readonly #signal: AbortSignal;
  readonly #gif: GifRecorder | undefined;
  #encoder: Promise<Encoder> | undefined;
  #started: Encoder | undefined;
  #last = '';
  #isBusy = false;
  /** Resolves when the encoder has taken or refused the last picture. */
  #lastGiven: Promise<void> | undefined;
  /** A frame that is painted after the end must not reach the encoder. */
  #isFinishing = false;
  /** Pictures that differ from the one before. */
  count = 0;
  /** How many of them the file lacks. Known once it is finished. */
  leftOut = 0;

  /** `signal` ends the encoder: its file is no longer wanted. */
  constructor(options: FrameSinkOptions, signal: AbortSignal) {
    const { type, fps, maxBytes } = options;
    this.#signal = signal;
    if (type === 'gif') {
      const gif = startGif(options);
      this.#gif = gif;
      this.#start = async () => gif;
    } else this.#start = async (first) => VideoRecorder.start({ ...pngSize(first), type, fps, maxBytes });
    signal.addEventListener('abort', () => void this.abort(), { once: true });
  }

  /** Resolves when a GIF's encoder has started: the first pictures would wait for it, and later ones would be missing. */
  async ready(): Promise<void> {
    await this.#gif?.ready;
  }

  /** The encoder has not yet taken the last picture. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Whether a picture, in base64, differs from the last one. Equal pictures have equal bytes. */
  differs(png: string): boolean {
    return png !== this.#last;
  }

  /**
   * `png` in base64, `atMs` from the begin of the recording. Ignores a picture that equals the last one. Resolves when the
   * encoder can take the next one. Throws `result_too_large`.
   */
  async add(png: string, atMs: number): Promise<void> {
    if (this.#isFinishing || !this.differs(png)) return;
    this.#signal.throwIfAborted();
    this.#last = png;
    this.count += 1;
    const bytes = Buffer.from(png, 'base64');
    this.#encoder ??= this.#start(bytes);
    await this.#give((encoder) => encoder.frame(bytes, atMs));
  }

  /** The last picture still shows at `atMs`: a video's encoder can encode it before the next one comes. */
  keepShowing(atMs: number): Promise<void> {
    return this.#give((encoder) => encoder.keepShowing?.(atMs));
  }

  /** Milliseconds that the encoder takes for the rest of the file if the recording ends at `atMs`. */
  lagMs(atMs: number): number {
    return this.#started?.lagMs(atMs) ?? 0;
  }

  /** The whole file; the last picture stays until `endMs`. Later pictures are ignored. */
  async finish(endMs: number): Promise<Buffer> {
    this.#isFinishing = true;
    // The end of the recording may have abandoned a frame whose picture the encoder still takes.
    await this.#lastGiven;
    const encoder = await this.#encoder;
    if (!encoder) throw notCaptured();
    const file = await encoder.finish(endMs);
    this.leftOut = encoder.leftOut ?? 0;
    return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  }

  /** Never throws. */
  async abort(): Promise<void> {
    const encoder = await this.#encoder?.catch(() => undefined);
    await (encoder ?? this.#gif)?.abort().catch(() => undefined);
  }

  async #give(work: (encoder: Encoder) => Promise<void> | undefined): Promise<void> {
    const encoder = this.#encoder;
    if (!encoder || this.#isFinishing) return;
    this.#isBusy = true;
    const given = encoder.then((started) => {
      this.#started = started;
      return work(started);
    });
    this.#lastGiven = given.then(
      () => undefined,
      () => undefined,
    );
    await given.finally(() => {
      this.#isBusy = false;
    });
  }
}
