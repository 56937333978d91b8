import type { Action } from '../context/action-context.js';
import { findElement } from '../elements/locate.js';

const pauseMs = 50;
/** An idle page answers within this time, even on a busy machine. */
const answerMs = 1000;

/** A page that does not answer in time has no match. */
export const waitForSelector: Action<'wait_for_selector'> = async (context, { selector, visible, timeoutMs }) => {
  const ends = performance.now() + timeoutMs;
  for (;;) {
    const patience = Math.max(0, ends - performance.now()) + answerMs;
    const { found, isVisible } = await findElement(context, { selector }, patience);
    if (visible ? isVisible : found) return { matched: true };
    const left = ends - performance.now();
    if (left <= 0) return { matched: false };
    await context.deadline.sleep(Math.min(pauseMs, left));
  }
};

export const waitForTimeout: Action<'wait_for_timeout'> = async ({ deadline }, { timeoutMs }) => {
  await deadline.sleep(timeoutMs);
  return { waitedMs: timeoutMs };
};
