import { finishMotion } from '../in-page/motion.js';
import { type Run, withBudget } from './run.js';

/** A number that counts up takes about 2 s. */
const motionMs = 2500;
/** A page that does not answer for longer is captured as it is. */
const budgetMs = 3000;
const frameMs = 20;
/** Observers that a new place or size concerns have been called. */
const leastRounds = 2;
/** The end of an animation may start the next one; slides would for ever. */
const finishingRounds = 5;

interface Moving {
  call: (script: typeof finishMotion, mayFinish: boolean) => Promise<boolean>;
  sleep: (milliseconds: number) => Promise<void>;
}

/**
 * Brings what moves to its final state, such as sections that were revealed by scrolling. Takes two frames, or 2.5 s
 * where a script moves things.
 */
export const settle = async ({ call, sleep }: Moving): Promise<void> => {
  const ends = performance.now() + motionMs;
  for (let round = 0; performance.now() < ends; round += 1) {
    const moved = await call(finishMotion, round < finishingRounds);
    if (!moved && round >= leastRounds - 1) return;
    await sleep(frameMs);
  }
};

export const settleRun = async (run: Run): Promise<void> => {
  const { page, deadline } = run;
  const call: Moving['call'] = (script, mayFinish) => page.call(script, mayFinish);
  await withBudget(run, budgetMs, () => settle({ call, sleep: (milliseconds) => deadline.sleep(milliseconds) }));
};
