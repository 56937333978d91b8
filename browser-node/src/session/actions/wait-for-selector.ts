import { look } from '../elements/locate.js';
import type { Action } from './action.js';

const pauseMs = 50;

/** That none came in time is only said of the time that was asked for. */
export const waitForSelector: Action<'wait_for_selector'> = async (context, { selector, visible, timeoutMs }) => {
  const ends = performance.now() + timeoutMs;
  for (;;) {
    const { found, isVisible } = await look(context, { selector });
    if (visible ? isVisible : found) return { matched: true };
    const left = ends - performance.now();
    if (left <= 0) return { matched: false };
    await context.deadline.sleep(Math.min(pauseMs, left));
  }
};
