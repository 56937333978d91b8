import type { FrameSink } from './frame-sink.js';
import { Pace } from './pace.js';

/** A picture arrives at most this late. If none has arrived, the page stood still until this long ago. */
const latestMs = 500;
/** After this long without a picture, the page rests. */
const restMs = 250;

/** When Chromium took a picture, by `performance.now()`. The clock of `timestamp`, ms of the Unix epoch, may be set. */
const takenAt = (timestamp: number): number => performance.now() - (Date.now() - timestamp);

/** The pictures of a screencast on their way to the encoder, which gets the latest one at each tick. Times in milliseconds. */
export class ScreencastPictures {
  readonly pace: Pace;
  /** Length of the recording after the first picture. Known once the recording has begun. */
  durationMs = Number.POSITIVE_INFINITY;
  readonly #sink: FrameSink;
  readonly #intervalMs: number;
  readonly #first = Promise.withResolvers<void>();
  readonly #failure = Promise.withResolvers<never>();
  /** When the first picture was taken. */
  #begun: number | undefined;
  #latest: { png: string; at: number } | undefined;
  #lastAt = 0;
  #cameAt = 0;
  #latencyMs = 0;
  #hasMoved = false;
  /** How many pictures differed from the one before. */
  #differing = 0;
  #given = Promise.resolve();

  constructor(sink: FrameSink, fps: number, pace = new Pace(1000 / fps)) {
    this.#sink = sink;
    this.#intervalMs = 1000 / fps;
    this.pace = pace;
    this.#failure.promise.catch(() => undefined);
  }

  /** Resolves when the first picture has come. */
  get begun(): Promise<void> {
    return this.#first.promise;
  }

  /** Since the first picture was taken; 0 before. */
  get atMs(): number {
    return this.#begun === undefined ? 0 : performance.now() - this.#begun;
  }

  /** Rejects when the encoder has failed. */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  /**
   * `timestamp` in milliseconds of the Unix epoch. Chromium takes up to three pictures before it encodes the first, on
   * several threads. Drops a picture that arrives after a later one.
   */
  add(png: string, timestamp: number): void {
    const taken = takenAt(timestamp);
    const isFirst = this.#begun === undefined;
    this.#begun ??= taken;
    const at = taken - this.#begun;
    // `durationMs` is waited for from the arrival of the first picture. So a picture may be taken after the end.
    if (at < this.#lastAt || at >= this.durationMs) return;
    this.#lastAt = at;
    this.#cameAt = performance.now();
    this.#latencyMs = Date.now() - timestamp;
    this.#latest = { png, at };
    if (!isFirst) return;
    this.tick();
    this.#first.resolve();
  }

  /** Gives the encoder the latest picture. While the encoder is busy, does nothing: the page moves on. */
  tick(): void {
    if (this.#begun === undefined || this.#sink.isBusy) return;
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest) {
      const differs = this.#sink.differs(latest.png);
      this.#hasMoved ||= differs;
      if (differs) this.#differing += 1;
      if (latest.at > 0) this.pace.take(latest.at, differs);
      this.#give(this.#sink.add(latest.png, latest.at));
    } else this.#keepShowing(Math.min(this.atMs, this.durationMs));
  }

  /**
   * Whether to restart the screencast now: once after each movement, when the page rests. Chromium drops pictures that
   * come too fast, also the last one before a rest. Only a restarted screencast shows the final page.
   */
  takeRestart(): boolean {
    if (!this.#hasMoved || this.#latest || performance.now() - this.#cameAt < restMs) return false;
    this.#hasMoved = false;
    return true;
  }

  #keepShowing(at: number): void {
    // A browser that takes longer than a tick for a picture may have left some out.
    if (this.#latencyMs <= this.#intervalMs) this.pace.take(at, false);
    this.#give(this.#sink.keepShowing(at - latestMs));
  }

  /** Gives the encoder the last picture. */
  async end(): Promise<void> {
    await this.#given;
    if (this.#latest) this.tick();
    await this.#given;
    // If the page still moved, its next picture would arrive within the latency of the last one.
    const waitedMs = (this.#begun ?? 0) + this.durationMs - this.#cameAt;
    if (this.#differing > 1 && waitedMs <= this.#latencyMs) this.pace.end(this.durationMs);
  }

  #give(given: Promise<void>): void {
    this.#given = given;
    given.catch(this.#failure.reject);
  }
}
