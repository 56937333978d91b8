import { screenIntervalMs } from '../../browser/page/frame-control.js';
import { type ControlledRecording, firstPicture } from './record.js';
import { VirtualTime, whileTimeMoves } from './virtual-time.js';

/** Left before the deadline for the end of the file and its way to the api. */
const reserveMs = 1500;
/** Later than the frame before, but not for a page: Chromium counts microseconds. */
const momentMs = 0.001;

/** A page that stands still for half a second gets only one frame a picture until it moves. */
const stillTicks = 30;

/**
 * Records in virtual time: every picture shows the page at its exact time, and a still page takes none. A page paints
 * 60 times a second, as on a screen, because scripts may count frames. Returns the length in ms, which is shorter if
 * the deadline comes first.
 */
export const recordVirtual = async (recording: ControlledRecording): Promise<number> => {
  const { run, sink, frames, durationMs, fps } = recording;
  const time = await VirtualTime.begin(run.page.session);
  const perPicture = Math.max(Math.round(1000 / fps / screenIntervalMs), 1);
  const intervalMs = 1000 / fps / perPicture;
  const paint = (at: number, screenshot: boolean) =>
    whileTimeMoves(() => frames.begin({ at: time.base + at, intervalMs, screenshot }));

  await sink.add(await firstPicture((attempt) => paint(attempt * momentMs, true)), 0);
  let isMoving = true;
  let lastMoved = 0;
  let at = 0;
  const stepFrom = (tick: number) => (tick % perPicture === 0 && tick - lastMoved > stillTicks ? perPicture : 1);
  for (let tick = 1; tick * intervalMs < durationMs && run.deadline.remaining > reserveMs; tick += stepFrom(tick)) {
    await time.advance(tick * intervalMs - at);
    at = tick * intervalMs;
    const isDue = tick % perPicture === 0;
    let frame = await paint(at, isDue && isMoving);
    if (isDue && !isMoving && frame.hasDamage) frame = { hasDamage: true, png: (await paint(at + momentMs, true)).png };
    if (frame.png) await sink.add(frame.png, at);
    if (frame.hasDamage) lastMoved = tick;
    isMoving = frame.png ? frame.hasDamage : isMoving || frame.hasDamage;
  }
  if (time.lostPatience) run.warnings.push('Requests of the page took too long: the recording did not wait for them.');
  return Math.min(at + intervalMs, durationMs);
};
