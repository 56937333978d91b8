import { screenIntervalMs } from '../../browser/page/frame-control.js';
import { recordingMs } from '../run.js';
import { Motion } from './motion.js';
import { realTimeShowsMore, trialMsOf } from './pace.js';
import { type ControlledRecording, firstPicture, reserveMs } from './record.js';
import { patienceMs, VirtualTime, VirtualTimeStuck, whileTimeMoves } from './virtual-time.js';

/** Later than the frame before, but not for a page: Chromium counts microseconds. */
const momentMs = 0.001;
const safetyMs = 1000;

/**
 * After a trial, throws VirtualTimeStuck if real time would record more. Once: later, too little time is left. Waits for
 * requests do not count as work.
 */
const trialOf = ({ run }: ControlledRecording, time: VirtualTime) => {
  const begun = performance.now();
  const trialMs = trialMsOf(run.deadline.remaining - reserveMs);
  const loadMs = (run.timings.navigate ?? 0) + (run.timings.wait ?? 0);
  let isOver = false;
  return (atMs: number): void => {
    const workedMs = performance.now() - begun - time.waitedMs;
    if (isOver || workedMs < trialMs) return;
    isOver = true;
    const leftMs = run.deadline.remaining - reserveMs;
    if (realTimeShowsMore({ atMs, workedMs, leftMs, loadMs, durationMs: recordingMs(run) }))
      throw new VirtualTimeStuck('Virtual time is too slow for this page.');
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

/**
 * Records in virtual time: every picture shows the page at its exact time. While the page moves, it paints about 60
 * times a second, as on a screen, because scripts may count frames; else once a picture. Returns the length in ms, which
 * is shorter if the deadline comes first.
 */
export const recordVirtual = async (recording: ControlledRecording): Promise<number> => {
  const { run, sink } = recording;
  const durationMs = recordingMs(run);
  const time = await VirtualTime.begin(run.page);
  const motion = new Motion(safetyMs);
  const { perPicture, intervalMs, ticks } = ticksOf(run.options.fps, durationMs);
  const { paint, pictureAt } = painter(recording, time, motion, intervalMs);
  await sink.add(await firstPicture((attempt) => paint(attempt * momentMs, true)), 0);
  const checkPace = trialOf(recording, time);
  let [at, slowestMs] = [0, 0];
  const isInTime = () => run.deadline.remaining > reserveMs + slowestMs;
  const picture = async () => {
    const begun = performance.now();
    await pictureAt(at);
    slowestMs = Math.max(slowestMs, performance.now() - begun);
  };
  let tick = 1;
  while (tick < ticks && isInTime()) {
    await time.advance(tick * intervalMs - at);
    at = tick * intervalMs;
    if (tick % perPicture === 0) await picture();
    else await paint(at, false);
    tick += tick % perPicture === 0 && !motion.isMoving ? perPicture : 1;
    checkPace(at);
  }
  if (time.lostPatience)
    run.warnings.push(
      `Requests of the page took more than ${patienceMs / 1000} s in all: the recording did not wait longer.`,
    );
  return tick < ticks ? at + intervalMs : durationMs;
};
