import { screenIntervalMs } from '../../browser/page/frame-control.js';
import { Motion } from './motion.js';
import { Pace } from './pace.js';
import {
  type ControlledRecording,
  durationOf,
  endsInTime,
  firstPicture,
  OutOfTime,
  paintsWithin,
  type Recording,
  reportPace,
  reportPartial,
} from './record.js';

const safetyMs = 1000;
/** For the last frame, after the recording. */
const graceMs = 1000;
/** A longer silence, in the grace too, is the page's fault; a busy machine is late by less. */
const longSilenceMs = 500;
/** How often the encoder is looked at, also while a frame is late. */
const checkMs = 250;

/** Gives one picture after the other to the encoder while the page moves on. */
const handover = (sink: Recording['sink']) => {
  let last = Promise.resolve();
  const give = async (work: () => Promise<void>) => {
    await last;
    last = work();
    // A failure shows at the next picture, or at the end.
    last.catch(() => undefined);
  };
  return {
    add: (png: string, at: number) => give(() => sink.add(png, at)),
    stay: (at: number) => give(() => sink.stay(at)),
    /** Resolves when the encoder has taken the last one. */
    end: () => last,
  };
};

interface Watch {
  recording: Recording;
  encoder: Pick<ReturnType<typeof handover>, 'stay'>;
  /** Milliseconds of the recording: now, at most its duration, and at the begin of the newest frame. */
  now: () => number;
  framesAt: () => number;
}

/**
 * While a frame is late, gives the encoder its last picture again. Else it would get all missing pictures at the end. The signal
 * aborts when the encoder needs the rest of the request's time.
 */
const watchEncoder = ({ recording, encoder, now, framesAt }: Watch) => {
  const late = new AbortController();
  const timer = setInterval(() => {
    const at = now();
    if (at - framesAt() >= longSilenceMs && !recording.sink.busy)
      void encoder.stay(at - longSilenceMs).catch(() => undefined);
    if (!endsInTime(recording, at)) late.abort(new OutOfTime());
  }, checkMs);
  return { late: late.signal, end: () => clearInterval(timer) };
};

/**
 * Records a page whose time is the real one. A still page takes no pictures. A page that no longer paints stands still,
 * with a warning. Returns the length in ms, which is shorter if the encoder needs the rest of the request's time.
 */
export const recordLive = async (recording: ControlledRecording): Promise<number> => {
  const { run, sink, frames } = recording;
  const pace = new Pace(1000 / run.options.fps);
  const motion = new Motion(safetyMs);
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
    if (motion.pictured(at, differs)) await frames.begin({});
  };

  let at = performance.now() - begun;
  const now = () => Math.min(performance.now() - begun, durationMs);
  const watch = watchEncoder({ recording, encoder, now, framesAt: () => at });
  const paintAll = async (over: AbortSignal) => {
    await encoder.add(first, 0);
    for (; at < durationMs && !over.aborted && endsInTime(recording, at); at = performance.now() - begun) {
      // While the encoder is busy, the page moves on.
      const takes = motion.wantsPicture(at) && !sink.busy && pace.isDue(at);
      const { hasDamage, png } = await frames.begin({ screenshot: takes });
      if (png) await add(at, png);
      else motion.painted(hasDamage);
      if (!motion.isMoving && !sink.busy) await encoder.stay(at);
      await run.deadline.sleep(Math.max(at + screenIntervalMs - (performance.now() - begun), 0));
    }
  };
  const painted = await paintsWithin(durationMs - at + graceMs, paintAll, watch.late).finally(watch.end);
  const lengthMs = painted ? Math.min(at, durationMs) : now();
  const silentMs = painted ? 0 : lengthMs - at;
  if (silentMs >= longSilenceMs)
    reportPartial(
      run,
      `The page painted nothing in the last ${(silentMs / 1000).toFixed(1)} s of the recording. A script of the page does not end, or the page is too large.`,
    );
  else if (motion.isMoving) pace.end(lengthMs);
  await encoder.end();
  reportPace(run, pace);
  return lengthMs;
};
