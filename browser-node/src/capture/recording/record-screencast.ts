import { viewportOf } from '../open/viewport.js';
import type { FrameSink } from './frame-sink.js';
import { Pace } from './pace.js';
import { durationOf, type Recording, reportPace } from './record.js';

/** Pictures come this late at most: before, the page stood still. */
const latestMs = 500;

/** The pictures of a screencast on their way to the encoder, which gets the latest one at each tick. Times in milliseconds. */
class Screencast {
  readonly pace: Pace;
  /** Counts after the first picture. Known once the recording has begun. */
  durationMs = Number.POSITIVE_INFINITY;
  readonly #sink: FrameSink;
  readonly #intervalMs: number;
  readonly #first = Promise.withResolvers<void>();
  readonly #failure = Promise.withResolvers<never>();
  /** When the first picture was taken, in the Unix epoch. */
  #begun: number | undefined;
  #latest: { png: string; at: number } | undefined;
  #lastAt = 0;
  #latencyMs = 0;
  #given = Promise.resolve();

  constructor(sink: FrameSink, fps: number) {
    this.#sink = sink;
    this.#intervalMs = 1000 / fps;
    this.pace = new Pace(this.#intervalMs);
    this.#failure.promise.catch(() => undefined);
  }

  /** Resolves when the first picture has come. */
  get begun(): Promise<void> {
    return this.#first.promise;
  }

  /** Rejects when the encoder has failed. */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  /** `timestamp` of the Unix epoch; a clock that was set may go back. */
  picture(png: string, timestamp: number): void {
    const isFirst = this.#begun === undefined;
    this.#begun ??= timestamp;
    const at = Math.max(timestamp - this.#begun, this.#lastAt);
    // The first picture takes a while to come: the wait for the others is longer than the recording.
    if (at >= this.durationMs) return;
    this.#lastAt = at;
    this.#latencyMs = Date.now() - timestamp;
    this.#latest = { png, at };
    if (!isFirst) return;
    this.tick();
    this.#first.resolve();
  }

  /** While the encoder is busy, the page moves on. */
  tick(): void {
    if (this.#begun === undefined || this.#sink.busy) return;
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest) {
      this.pace.take(latest.at, this.#sink.differs(latest.png));
      this.#give(this.#sink.add(latest.png, latest.at));
    } else this.#stay(Math.min(Date.now() - this.#begun, this.durationMs));
  }

  #stay(at: number): void {
    // A browser that takes longer than a tick for a picture may have left some out.
    if (this.#latencyMs <= this.#intervalMs) this.pace.take(at, false);
    this.#give(this.#sink.stay(at - latestMs));
  }

  /** Gives the encoder the last picture. */
  async end(): Promise<void> {
    await this.#given;
    if (this.#latest) this.tick();
    await this.#given;
  }

  #give(given: Promise<void>): void {
    this.#given = given;
    given.catch(this.#failure.reject);
  }
}

/**
 * Records a browser without frame control (a full Chromium) by the screencast of DevTools: a picture for each change,
 * of which the encoder gets the latest `fps` times a second. Returns the length in ms.
 */
export const recordScreencast = async ({ run, sink }: Recording): Promise<number> => {
  const { session } = run.page;
  const { deviceScaleFactor } = viewportOf(run.options);
  const cast = new Screencast(sink, run.options.fps);
  const leave = session.on('Page.screencastFrame', ({ data, metadata: { timestamp }, sessionId }) => {
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    cast.picture(data, timestamp === undefined ? Date.now() : timestamp * 1000);
  });
  const timer = setInterval(() => cast.tick(), 1000 / run.options.fps);
  try {
    await session.send('Page.startScreencast', { format: 'png' });
    // A busy browser takes a while to the first picture, with which the recording begins.
    await run.deadline.race(Promise.race([cast.begun, cast.failed]));
    const durationMs = durationOf(run);
    cast.durationMs = durationMs;
    await Promise.race([run.deadline.sleep(durationMs), cast.failed]);
    clearInterval(timer);
    await session.send('Page.stopScreencast');
    await cast.end();
    reportPace(run, cast.pace);
    if (deviceScaleFactor !== 1)
      run.warnings.push('The recording has one pixel per CSS pixel: this browser records no other scaleFactor.');
    return durationMs;
  } finally {
    clearInterval(timer);
    leave();
  }
};
