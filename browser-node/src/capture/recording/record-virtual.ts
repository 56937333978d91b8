import { screenIntervalMs } from '../../browser/page/frame-control.js';
import { recordingMs, reserveOf } from '../run.js';
import { Motion } from './motion.js';
import { realTimeShowsMore, trialMsOf } from './pace.js';
import { type ControlledRecording, endsInTime, firstPicture, paintsWithin, reportPartial } from './record.js';
import { patienceMs, VirtualTime, VirtualTimeStuck, whileTimeMoves } from './virtual-time.js';

/** Tells frames apart; a page sees the same millisecond. */
const momentMs = 0.001;
const safetyMs = 1000;

/** Whether a second load and real time would record more than virtual time at this position and rate. */
const isRealTimeBetter = (run: ControlledRecording['run'], atMs: number, rate: number): boolean => {
  const leftMs = run.deadline.remaining - reserveOf(run);
  const loadMs = (run.loadTimings?.navigate ?? 0) + (run.loadTimings?.wait ?? 0) + (run.timings.wait ?? 0);
  return realTimeShowsMore({ atMs, rate, leftMs, loadMs, durationMs: recordingMs(run) });
};

/**
 * Throws VirtualTimeStuck if real time would record more after the first trial, or after two later ones in a row. A
 * page may turn heavy; a machine may only be busy for a while. Waits for requests do not count as work.
 */
const trialsOf = ({ run }: ControlledRecording, time: VirtualTime) => {
  const worked = () => performance.now() - time.waitedMs;
  const trialMs = trialMsOf(run.deadline.remaining - reserveOf(run));
  let begun = { atMs: 0, workedMs: worked() };
  let [slow, slowAtMost] = [0, 0];
  return (atMs: number): void => {
    const workedMs = worked() - begun.workedMs;
    if (workedMs < trialMs) return;
    const rate = (atMs - begun.atMs) / workedMs;
    begun = { atMs, workedMs: worked() };
    slow = isRealTimeBetter(run, atMs, rate) ? slow + 1 : 0;
    if (slow > slowAtMost) throw new VirtualTimeStuck('Virtual time is too slow for this page.');
    slowAtMost = 1;
  };
};

/** Frames of a recording: the multiple of `fps` nearest to 60 a second. Each `perPicture`-th of them is a picture. */
export const ticksOf = (fps: number, durationMs: number) => {
  const perPicture = Math.max(Math.round(1000 / fps / screenIntervalMs), 1);
  const intervalMs = 1000 / fps / perPicture;
  return { perPicture, intervalMs, ticks: Math.round(durationMs / intervalMs) };
};

/** Begins the frames of a recording in virtual time, and gives their pictures to the sink. */
const painter = ({ sink, frames }: ControlledRecording, time: VirtualTime, motion: Motion, intervalMs: number) => {
  const paint = (at: number, screenshot: boolean) =>
    whileTimeMoves(() => frames.begin({ at: time.base + at, intervalMs, screenshot }));

  const add = async (at: number, png: string, moments: number) => {
    const isStill = motion.pictured(at, sink.differs(png));
    await sink.add(png, at);
    if (isStill) await paint(at + moments * momentMs, false);
  };
  const pictureAt = async (at: number) => {
    const { hasDamage, png } = await paint(at, motion.wantsPicture(at));
    if (png) return add(at, png, 1);
    motion.painted(hasDamage);
    if (!motion.isMoving) return sink.stay(at);
    // The first change after a still time: this very frame shows it.
    const again = await paint(at + momentMs, true);
    if (again.png) await add(at, again.png, 2);
  };
  return { paint, pictureAt };
};

/** The warning of a recording that such a script ends. */
export const endlessScript = 'A script of the page does not end: the recording stops there.';

/**
 * Records in virtual time: every picture shows the page at its exact time. While the page moves, it paints about 60
 * times a second, because scripts may count frames; else once a picture. Returns the length in ms. It is shorter if the
 * deadline comes first, even in a frame, or if the encoder needs the time. It is also shorter if the time stands still
 * too late to begin again.
 */
export const recordVirtual = async (recording: ControlledRecording): Promise<number> => {
  const { run, sink } = recording;
  const durationMs = recordingMs(run);
  const time = await VirtualTime.begin(run.page);
  const motion = new Motion(safetyMs);
  const { perPicture, intervalMs, ticks } = ticksOf(run.options.fps, durationMs);
  const { paint, pictureAt } = painter(recording, time, motion, intervalMs);
  await sink.add(await firstPicture((attempt) => paint(attempt * momentMs, true)), 0);
  const checkPace = trialsOf(recording, time);
  let [at, tick] = [0, 1];
  const paintTick = async () => {
    await time.advance(tick * intervalMs - at);
    if (tick % perPicture === 0) await pictureAt(tick * intervalMs);
    else await paint(tick * intervalMs, false);
    at = tick * intervalMs;
    tick += tick % perPicture === 0 && !motion.isMoving ? perPicture : 1;
  };
  const paintAll = async (over: AbortSignal) => {
    while (tick < ticks && !over.aborted && endsInTime(recording, at)) {
      await paintTick();
      checkPace(at);
    }
  };
  try {
    await paintsWithin(run.deadline.remaining - reserveOf(run), paintAll);
  } catch (error) {
    if (!(error instanceof VirtualTimeStuck) || isRealTimeBetter(run, at, 0)) throw error;
    reportPartial(run, endlessScript);
  }
  if (time.lostPatience)
    run.warnings.push(
      `Requests of the page took more than ${patienceMs / 1000} s in all: the recording did not wait longer.`,
    );
  return tick < ticks ? at + intervalMs : durationMs;
};
