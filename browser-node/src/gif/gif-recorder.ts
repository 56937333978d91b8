import { Worker } from 'node:worker_threads';
import { TintypeError } from '@tintype/contracts';
import { Backlog } from './backlog.js';
import type { GifOptions } from './gif-encoder.js';
import type { FromWorker, ToWorker, WorkerStart } from './gif-messages.js';

/** Encodes PNG frames in a worker while they come. Times are milliseconds of one clock. */
export interface GifRecorder {
  /** Resolves when the worker has started, within 0.1 s; a busy machine takes seconds. Never rejects. */
  readonly ready: Promise<void>;
  /**
   * Hands a PNG frame over: 8 bits a channel, RGB or RGBA, of the first frame's size. Resolves when
   * the next frame may come: at first 10 may be on their way, later 2. Rejects as `finish` does, after a failure.
   */
  frame(png: Uint8Array, atMs: number): Promise<void>;
  /**
   * The last frame stays until `endMs`. Resolves with the whole file, and ends the worker. Rejects
   * with TintypeError `result_too_large` past `maxBytes`, with another error for a bad PNG.
   */
  finish(endMs: number): Promise<Uint8Array>;
  /** Expected milliseconds to the end of the file: the mean work for each picture on its way and one more. */
  lagMs(): number;
  /** Pictures that are not in the file, because viewers show none for less than 0.02 s. Known once it is finished. */
  readonly leftOut: number;
  /** Ends the worker after its present frame, within a second or two. Waiting calls reject at once. Idempotent. */
  abort(): Promise<void>;
}

/** Starts a worker thread, which keeps a core busy. It ends with `finish` or `abort`, or after a failure. */
export const startGif = (options: GifOptions): GifRecorder => new WorkerRecorder(options);

class WorkerRecorder implements GifRecorder {
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #ended = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #exited: Promise<unknown>;
  readonly #maxBytes: number;
  readonly #backlog = new Backlog();
  readonly #finished = promised<Uint8Array>();
  readonly #ready = promised<void>();
  #state: 'recording' | 'finishing' | Error = 'recording';
  #taken = promised<void>();
  /** When the worker last began to work; undefined if it has no picture. */
  #busySince: number | undefined;
  /** The work on the pictures that were taken. */
  #busyMs = 0;
  #takenCount = 0;
  leftOut = 0;

  constructor(options: GifOptions) {
    this.#maxBytes = options.maxBytes;
    this.#worker = new Worker(new URL('./gif-worker.js', import.meta.url), {
      name: 'gif-encoder',
      workerData: { options, ended: this.#ended } satisfies WorkerStart,
    });
    this.ready = this.#ready.promise;
    this.#exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.on('message', (message: FromWorker) => this.#receive(message));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The recording has ended.')));
  }

  async frame(png: Uint8Array, atMs: number): Promise<void> {
    this.#mustRecord();
    // A copy of its own, because posting a view of a larger buffer would copy the whole buffer.
    const copy = new Uint8Array(png);
    this.#backlog.add(copy.length);
    this.#busySince ??= performance.now();
    this.#worker.postMessage({ png: copy, atMs } satisfies ToWorker, [copy.buffer]);
    while (this.#backlog.isFull) await this.#taken.promise;
  }

  get #busyForMs(): number {
    return this.#busySince === undefined ? 0 : performance.now() - this.#busySince;
  }

  lagMs(): number {
    return ((this.#busyMs + this.#busyForMs) / Math.max(this.#takenCount, 1)) * (this.#backlog.count + 1);
  }

  async finish(endMs: number): Promise<Uint8Array> {
    this.#mustRecord();
    this.#state = 'finishing';
    this.#worker.postMessage({ endMs } satisfies ToWorker);
    return this.#finished.promise;
  }

  async abort(): Promise<void> {
    this.#fail(new Error('The recording has ended.'));
    await this.#exited;
  }

  #mustRecord(): void {
    if (this.#state === 'recording') return;
    throw this.#state === 'finishing' ? new Error('The recording is finished.') : this.#state;
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        this.#ready.resolve();
        break;
      case 'taken':
        this.#backlog.take();
        this.#takenCount += 1;
        this.#busyMs += this.#busyForMs;
        this.#busySince = this.#backlog.count === 0 ? undefined : performance.now();
        this.#taken.resolve();
        this.#taken = promised();
        break;
      case 'finished':
        this.leftOut = message.leftOut;
        this.#finished.resolve(message.gif);
        this.#end();
        break;
      case 'tooLarge':
        this.#fail(new TintypeError('result_too_large', tooLarge(this.#maxBytes)));
        break;
      case 'failed':
        this.#fail(new Error(message.message));
        break;
    }
  }

  #fail(error: Error): void {
    if (this.#state instanceof Error) return;
    this.#state = error;
    this.#ready.resolve();
    this.#taken.reject(error);
    this.#finished.reject(error);
    this.#end();
  }

  /** The worker ends by itself: `terminate` inside of `inflateSync` can abort the whole process (Node.js 24). */
  #end(): void {
    Atomics.store(this.#ended, 0, 1);
    this.#worker.postMessage('end' satisfies ToWorker);
  }
}

/** A promise whose failure may come before a caller waits for it. */
const promised = <T>(): PromiseWithResolvers<T> => {
  const resolvers = Promise.withResolvers<T>();
  resolvers.promise.catch(() => {});
  return resolvers;
};

const tooLarge = (maxBytes: number): string =>
  `The recording takes more than ${Math.floor(maxBytes / 1024)} KiB. Record for less time, or a smaller window.`;
