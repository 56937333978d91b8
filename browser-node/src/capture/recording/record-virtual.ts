import { screenIntervalMs } from '../../browser/page/frame-control.js';
import { Motion } from './motion.js';
import { type ControlledRecording, firstPicture } from './record.js';
import { VirtualTime, whileTimeMoves } from './virtual-time.js';

/** Left before the deadline for the end of the file and its way to the api. */
const reserveMs = 1500;
/** Later than the frame before, but not for a page: Chromium counts microseconds. */
const momentMs = 0.001;
const safetyMs = 1000;

/**
 * Records in virtual time: every picture shows the page at its exact time. While the page moves, it paints 60 times a
 * second, as on a screen, because scripts may count frames; else once a picture. Returns the length in ms, which is
 * shorter if the deadline comes first.
 */
export const recordVirtual = async ({ run, sink, frames, durationMs, fps }: ControlledRecording): Promise<number> => {
  const time = await VirtualTime.begin(run.page.session);
  const motion = new Motion(safetyMs);
  const perPicture = Math.max(Math.round(1000 / fps / screenIntervalMs), 1);
  const intervalMs = 1000 / fps / perPicture;
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
    if (!motion.isMoving) return;
    // The first change after a still time: this very frame shows it.
    const again = await paint(at + momentMs, true);
    if (again.png) await add(at, again.png, 2);
  };

  await sink.add(await firstPicture((attempt) => paint(attempt * momentMs, true)), 0);
  let at = 0;
  for (let tick = 1; tick * intervalMs < durationMs && run.deadline.remaining > reserveMs; ) {
    await time.advance(tick * intervalMs - at);
    at = tick * intervalMs;
    if (tick % perPicture === 0) await pictureAt(at);
    else await paint(at, false);
    tick += tick % perPicture === 0 && !motion.isMoving ? perPicture : 1;
  }
  if (time.lostPatience) run.warnings.push('Requests of the page took too long: the recording did not wait for them.');
  return run.deadline.remaining > reserveMs ? durationMs : at + intervalMs;
};
