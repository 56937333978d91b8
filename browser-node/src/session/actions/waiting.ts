import type { Action } from '../context/action-context.js';
import { findElement } from '../elements/locate.js';

const pauseMs = 50;
/** A page that is not busy answers within that, on a busy machine too. */
const answerMs = 1000;

/** That none came in time is only said of the time that was asked for; a page that does not answer in it has none. */
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
