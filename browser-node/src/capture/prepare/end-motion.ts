import { ifInTime } from '@tintype/runtime';
import { ignoreMotion } from '../../in-page/full-page/motion.js';
import { waitForFrames } from '../../in-page/loading.js';
import { type Run, withBudget } from '../run.js';
import { finishMotion } from './joined-functions.js';

/** Limit for the motion. A number that counts up takes about 2 s. */
const motionMs = 2500;
/** A page that does not answer for longer is captured as it is. */
const budgetMs = 3000;
/** Limit for a frame: a busy machine is late with frames, and a document without scripts has none for us. */
const framesMs = 250;
/** After two rounds, observers of places and sizes have been called. */
const leastRounds = 2;
/** Rounds that finish animations. The end of an animation may start the next one: slides would do so for ever. */
const finishingRounds = 5;
const late = 'Moving parts may be shown half way: they still moved when their time was over.';

interface Moving {
  finish: (script: typeof finishMotion, mayFinish: boolean) => Promise<boolean>;
  wait: (script: typeof waitForFrames) => Promise<void>;
  /** Called if the motion has not ended in time. */
  ignore: (script: typeof ignoreMotion) => Promise<void>;
}

/**
 * Brings moving elements to their final state, such as sections revealed by scrolling, which observers change in the
 * next frame. Takes two frames, or up to 2.5 s if a script moves elements. If its motion never ends, only the first call
 * for a page takes 2.5 s.
 */
export const endMotion = async ({ finish, wait, ignore }: Moving): Promise<void> => {
  const ends = performance.now() + motionMs;
  for (let round = 0; performance.now() < ends; round += 1) {
    const moved = await finish(finishMotion, round < finishingRounds);
    if (!moved && round >= leastRounds - 1) return;
    await ifInTime(wait(waitForFrames), framesMs);
  }
  await ignore(ignoreMotion);
};

export const endMotionOf = async (run: Run): Promise<void> => {
  const { page } = run;
  const moving: Moving = {
    finish: (script, mayFinish) => page.call(script, mayFinish),
    wait: (script) => page.call(script),
    ignore: (script) => page.call(script),
  };
  const isOver = await withBudget(run, budgetMs, async () => {
    await endMotion(moving);
    return true;
  });
  if (isOver || run.warnings.includes(late)) return;
  run.warnings.push(late);
};
