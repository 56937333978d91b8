import { DeadlineExceeded } from '@tintype/runtime';
import { look } from '../elements/locate.js';
import type { Action } from './action.js';

const pauseMs = 50;
/** Of its own time, so that the answer is one and not a time limit's. */
const endMs = 250;

export const waitForSelector: Action<'wait_for_selector'> = async (context, { selector, visible, timeoutMs }) => {
  const { deadline } = context;
  const ends = performance.now() + Math.min(timeoutMs, deadline.remaining - endMs);
  for (;;) {
    const { found, isVisible } = await look(context, { selector });
    if (visible ? isVisible : found) return { matched: true };
    if (deadline.passed) throw new DeadlineExceeded();
    const left = ends - performance.now();
    if (left <= 0) return { matched: false };
    await deadline.sleep(Math.min(pauseMs, left));
  }
};
