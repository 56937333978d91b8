import { screenIntervalMs } from '../../browser/page/frame-control.js';
import { megapixelsOf, recordingMs, reportPartial, reserveOf } from '../run.js';
import { sharesItsClock } from './choose-time.js';
import type { Recorded } from './length.js';
import { Motion } from './motion.js';
import { realTimeShowsMore, trialMsOf } from './pace.js';
import { type ControlledRecording, endsInTime, firstPicture, paintsWithin } from './record.js';
import { patienceMs, tooSlow, VirtualTime, VirtualTimeStuck, whileTimeMoves } from './virtual-time.js';

/** Distance in ms between frames of the same moment: the page sees the same millisecond. */
const momentMs = 0.001;

/** Whether a second load and real time would record more than virtual time at this position and rate. */
const isRealTimeBetter = (run: ControlledRecording['run'], atMs: number, rate: number): boolean => {
  const leftMs = run.deadline.remaining - reserveOf(run);
  const loadMs = (run.loadTimings?.navigate ?? 0) + (run.loadTimings?.wait ?? 0) + (run.timings.wait ?? 0);
  return realTimeShowsMore({ atMs, rate, leftMs, loadMs, durationMs: recordingMs(run) });
};

/**
 * Returns a check to call after each frame. The check throws VirtualTimeStuck if, in two trials in a row, real time would
 * record more. One slow trial may only mean that the machine is busy for a while. Waits for requests do not count as work.
 */
const trialsOf = ({ run }: ControlledRecording, time: VirtualTime) => {
  const worked = () => performance.now() - time.waitedMs;
  const trialMs = trialMsOf(run.deadline.remaining - reserveOf(run));
  let begun = { atMs: 0, workedMs: worked() };
  let slow = 0;
  return (atMs: number): void => {
    const workedMs = worked() - begun.workedMs;
    if (workedMs < trialMs) return;
    const rate = (atMs - begun.atMs) / workedMs;
    begun = { atMs, workedMs: worked() };
    slow = isRealTimeBetter(run, atMs, rate) ? slow + 1 : 0;
    if (slow > 1) throw tooSlow();
  };
};

/** Frames of a recording: the multiple of `fps` nearest to 60 a second. Each `perPicture`-th of them is a picture. */
export const ticksOf = (fps: number, durationMs: number) => {
  const perPicture = Math.max(Math.round(1000 / fps / screenIntervalMs), 1);
  const intervalMs = 1000 / fps / perPicture;
  return { perPicture, intervalMs, ticks: Math.round(durationMs / intervalMs) };
};

/** Begins the frames of a recording in virtual time, and gives their pictures to the sink. */
const painter = (recording: ControlledRecording, time: VirtualTime, motion: Motion, intervalMs: number) => {
  const { run, sink, frames } = recording;
  const paint = (at: number, screenshot: boolean) =>
    whileTimeMoves(run.page.session, () => frames.begin({ at: time.base + at, intervalMs, screenshot }));

  const add = async (at: number, png: string, moments: number) => {
    const isStill = motion.tookPicture(at, sink.differs(png));
    await sink.add(png, at);
    if (isStill) await paint(at + moments * momentMs, false);
  };
  const pictureAt = async (at: number) => {
    const { hasDamage, png } = await paint(at, motion.wantsPicture(at));
    if (png) return add(at, png, 1);
    motion.frameWithoutPicture(hasDamage);
    if (!motion.isMoving) return sink.keepShowing(at);
    // The first change after a still time: a second frame of the same moment takes its picture.
    const again = await paint(at + momentMs, true);
    if (again.png) await add(at, again.png, 2);
  };
  /** A frame that is no picture. Its change on a page that stood still shows in the next picture. */
  const frameAt = async (at: number) => motion.frameWithoutPicture((await paint(at, false)).hasDamage);
  return { paint, pictureAt, frameAt };
};

/** Throws VirtualTimeStuck once others share the page's clock. Asks the browser once a second of the page's time. */
const clockWatch = (run: ControlledRecording['run']) => {
  let askedMs = 0;
  return async (atMs: number): Promise<void> => {
    const asks = atMs >= askedMs + 1000;
    if (asks) askedMs += 1000;
    if (run.page.activity.isLive || (asks && (await sharesItsClock(run))))
      throw new VirtualTimeStuck('The page opened a connection, a player or a worker while it was recorded.');
  };
};

/**
 * Records in virtual time: every picture shows the page at its exact time. The page paints about 60 times a second,
 * because scripts may count frames. The recording is shorter if the deadline comes first, even in a frame, or if the
 * encoder needs the time. It is also shorter if virtual time gets stuck when real time could record no more.
 */
export const recordVirtual = async (recording: ControlledRecording): Promise<Recorded> => {
  const { run, sink, beforeFrame } = recording;
  const durationMs = recordingMs(run);
  const time = await VirtualTime.begin(run.page);
  const motion = new Motion(megapixelsOf(run));
  const { perPicture, intervalMs, ticks } = ticksOf(run.options.fps, durationMs);
  const { paint, pictureAt, frameAt } = painter(recording, time, motion, intervalMs);
  await sink.add(await firstPicture((attempt) => paint(attempt * momentMs, true)), 0);
  const checkPace = trialsOf(recording, time);
  const checkClock = clockWatch(run);
  let [at, tick] = [0, 1];
  const paintTick = async () => {
    await time.advance(tick * intervalMs - at);
    if (beforeFrame) await whileTimeMoves(run.page.session, () => beforeFrame(tick * intervalMs));
    if (tick % perPicture === 0) await pictureAt(tick * intervalMs);
    else await frameAt(tick * intervalMs);
    at = tick * intervalMs;
    tick += 1;
  };
  const paintAll = async (over: AbortSignal) => {
    while (tick < ticks && !over.aborted && endsInTime(recording, at)) {
      await paintTick();
      await checkClock(at);
      checkPace(at);
    }
    // A recording that ended early, because its encoder needs the time, needs no further check of the clock.
    if (tick >= ticks) await checkClock(durationMs);
  };
  let end: Pick<Recorded, 'endedBy' | 'isSlow'> = {};
  try {
    await paintsWithin(run.deadline.remaining - reserveOf(run), paintAll);
  } catch (error) {
    if (!(error instanceof VirtualTimeStuck) || isRealTimeBetter(run, at, 0)) throw error;
    end = { endedBy: error.message, isSlow: error.isSlow };
  }
  if (time.lostPatience)
    reportPartial(
      run,
      `Requests of the page took more than ${patienceMs / 1000} s in all: the recording did not wait longer.`,
    );
  return { lengthMs: tick < ticks ? at + intervalMs : durationMs, ...end };
};
