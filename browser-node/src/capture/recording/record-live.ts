import { screenIntervalMs } from '../../browser/page/frame-control.js';
import { megapixelsOf, type Run, recordingMs, reportPartial, secondsOf } from '../run.js';
import type { Recorded } from './length.js';
import { Motion } from './motion.js';
import type { Pace } from './pace.js';
import {
  type ControlledRecording,
  durationOf,
  endsInTime,
  firstPicture,
  OutOfTime,
  paceOf,
  paintsWithin,
  type Recording,
  reportPace,
} from './record.js';

/** For the last frame, after the recording. */
const graceMs = 1000;
/** How often the encoder is looked at, also while a frame is late. */
const checkMs = 250;
/** When a frame takes this long, we send the page a question. Half of the shortest `longSilenceOf`. */
const lateMs = 250;
/** If the frame comes sooner after the question, the answer proves nothing. */
const leastAskedMs = 100;

/** Gives one picture after the other to the encoder while the page moves on. */
export const handover = (sink: Recording['sink']) => {
  let last = Promise.resolve();
  const give = async (work: () => Promise<void>) => {
    const before = last;
    last = before.then(work);
    // A failure shows at the next picture, or at the end.
    last.catch(() => undefined);
    await before;
  };
  return {
    add: (png: string, at: number) => give(() => sink.add(png, at)),
    keepShowing: (at: number) => give(() => sink.keepShowing(at)),
    /** Resolves when the encoder has taken the last picture. */
    end: () => last,
  };
};

/** After these milliseconds, a late frame may be the page's fault, also within `graceMs`. Large frames take longer. */
const longSilenceOf = (run: Pick<Run, 'options' | 'page'>): number => 500 + 60 * megapixelsOf(run);

const reportSilence = (run: Run, time: string, cause: string): void =>
  reportPartial(run, `The page painted nothing ${time} s of the recording. ${cause}, or the page is too large.`);

/** Times in which the page painted nothing, because a script or the machine was busy. */
class Silences {
  readonly longMs: number;
  readonly #session: Run['page']['session'];
  /** The question during a late frame, on the clock of `performance`. */
  #asked: { at: number; answeredAt?: number } | undefined;
  #scriptMs = 0;
  /** Late frames of a still page whose machine was too busy. */
  #machineMs = 0;

  constructor(run: Pick<Run, 'options' | 'page'>) {
    this.longMs = longSilenceOf(run);
    this.#session = run.page.session;
  }

  /** Paints a frame. If the frame is late, sends the page a question. */
  async during<T>(paint: () => Promise<T>): Promise<T> {
    this.#asked = undefined;
    const timer = setTimeout(() => this.#ask(), lateMs);
    try {
      return await paint();
    } finally {
      clearTimeout(timer);
    }
  }

  #ask(): void {
    const asked: { at: number; answeredAt?: number } = { at: performance.now() };
    this.#asked = asked;
    const answered = () => {
      asked.answeredAt = performance.now();
    };
    this.#session.send('Runtime.evaluate', { expression: '0' }).then(answered, () => undefined);
  }

  /**
   * Whether a script delays the frame. If so, the page answers at about the time of the frame. If only the machine is
   * busy, the page answers long before the frame.
   */
  #isScript(): boolean {
    if (!this.#asked) return false;
    const now = performance.now();
    const { at, answeredAt = now } = this.#asked;
    return now - at >= leastAskedMs && answeredAt - at >= (now - at) / 2;
  }

  /** Counts a late frame. Returns `ms` if a script delayed it, else 0: then `Pace` counts what a moving page lacks. */
  add(ms: number, isMoving = true): number {
    if (ms < this.longMs) return 0;
    if (!this.#isScript()) {
      if (!isMoving) this.#machineMs += ms;
      return 0;
    }
    this.#scriptMs += ms;
    return ms;
  }

  /** Paints a frame, and counts it. `now`: the recording's clock, which stops at its end. */
  async counted(now: () => number, paint: () => Promise<unknown>): Promise<void> {
    const begun = now();
    await this.during(paint);
    this.add(now() - begun, false);
  }

  /** `silentMs`: milliseconds without a frame at the end. Returns whether a script caused a long silence there. */
  report(run: Run, silentMs: number): boolean {
    // A tenth may be missing, as in `Pace`.
    if (this.#machineMs * 10 > recordingMs(run)) this.#reportBusy(run, `for ${secondsOf(this.#machineMs)}`);
    const isLong = silentMs >= this.longMs && this.#isScript();
    if (this.#scriptMs > 0) reportSilence(run, `for ${secondsOf(this.#scriptMs)}`, 'A script of the page was busy');
    if (isLong) reportSilence(run, `in the last ${secondsOf(silentMs)}`, 'A script of the page does not end');
    return isLong;
  }

  /** Blames the machine for a long silence at the end. The page stood still before, so no known picture is missing. */
  reportMachine(run: Run, silentMs: number): void {
    if (silentMs >= this.longMs) this.#reportBusy(run, `in the last ${secondsOf(silentMs)}`);
  }

  #reportBusy(run: Run, time: string): void {
    reportSilence(run, time, 'The machine was too busy');
  }
}

interface End {
  silences: Silences;
  pace: Pace;
  lengthMs: number;
  /** Since the last frame, if no later one was painted. */
  silentMs: number;
}

/** Reports what the recording lacks, and whether the page or the machine is to blame. */
const reportEnd = (run: Run<'animated'>, { silences, pace, lengthMs, silentMs }: End): void => {
  if (!silences.report(run, silentMs) && !pace.end(lengthMs)) silences.reportMachine(run, silentMs);
  reportPace(run, pace);
};

interface Watch {
  recording: Recording;
  silences: Silences;
  encoder: Pick<ReturnType<typeof handover>, 'keepShowing'>;
  /** The present time of the recording in milliseconds, at most its duration. */
  now: () => number;
  /** The recording's time at the begin of the newest frame. */
  newestFrameAt: () => number;
}

/**
 * While a frame is late, gives the encoder its last picture again. Else the encoder would get all missing pictures at the
 * end. `late` aborts when the encoder needs the rest of the request's time.
 */
const watchEncoder = ({ recording, silences, encoder, now, newestFrameAt }: Watch) => {
  const late = new AbortController();
  const timer = setInterval(() => {
    const at = now();
    if (at - newestFrameAt() >= silences.longMs && !recording.sink.isBusy)
      void encoder.keepShowing(at - silences.longMs).catch(() => undefined);
    if (!endsInTime(recording, at)) late.abort(new OutOfTime());
  }, checkMs);
  return { late: late.signal, end: () => clearInterval(timer) };
};

/**
 * Records a page in real time. Takes no pictures while the page stands still. If the page stops painting, its last
 * picture stays, with a warning. The recording is shorter if the encoder needs the rest of the request's time.
 */
export const recordLive = async (recording: ControlledRecording): Promise<Recorded> => {
  const { run, sink, frames, beforeFrame } = recording;
  const pace = paceOf(run);
  const motion = new Motion(megapixelsOf(run));
  const silences = new Silences(run);
  let begun = 0;
  const first = await firstPicture(() => {
    begun = performance.now();
    return frames.begin({ screenshot: true });
  });
  const durationMs = durationOf(run);
  const encoder = handover(sink);
  const add = async (at: number, png: string) => {
    const differs = sink.differs(png);
    pace.take(at, differs);
    await encoder.add(png, at);
    if (motion.tookPicture(at, differs)) await silences.counted(now, () => frames.begin({}));
  };

  let at = performance.now() - begun;
  const now = () => Math.min(performance.now() - begun, durationMs);
  const watch = watchEncoder({ recording, silences, encoder, now, newestFrameAt: () => at });
  const paintFrame = async () => {
    const { hasDamage, png } = await silences.during(async () => {
      await beforeFrame?.(at);
      // While the encoder is busy, the page moves on without pictures.
      const takesPicture = motion.wantsPicture(at) && !sink.isBusy && pace.isDue(at);
      return frames.begin({ screenshot: takesPicture });
    });
    const silentMs = silences.add(now() - at, motion.isMoving);
    pace.rest(silentMs);
    // The frame shows the page after the silence.
    if (silentMs > 0) at = now();
    if (png) await add(at, png);
    else motion.frameWithoutPicture(hasDamage);
    if (!motion.isMoving && !sink.isBusy) await encoder.keepShowing(at);
  };
  const paintAll = async (over: AbortSignal) => {
    await encoder.add(first, 0);
    for (; at < durationMs && !over.aborted && endsInTime(recording, at); at = performance.now() - begun) {
      await paintFrame();
      // If the machine is too slow for 60 frames a second, begins only `fps`. A frame costs about as much as a picture.
      const intervalMs = pace.isTooSlow ? 1000 / run.options.fps : screenIntervalMs;
      await run.deadline.sleep(Math.max(at + intervalMs - (performance.now() - begun), 0));
    }
  };
  const painted = await paintsWithin(durationMs - at + graceMs, paintAll, watch.late).finally(watch.end);
  const lengthMs = painted ? Math.min(at, durationMs) : now();
  reportEnd(run, { silences, pace, lengthMs, silentMs: painted ? 0 : lengthMs - at });
  return { lengthMs, handedOver: encoder.end() };
};
