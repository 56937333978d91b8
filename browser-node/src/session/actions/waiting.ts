import { limits } from '@tintype/contracts';
import type { Action, ActionContext } from '../context/action-context.js';
import { described, nearOf } from '../elements/diagnosis.js';
import { findElement } from '../elements/locate.js';

const pauseMs = 50;
/** An idle page answers within this time, even on a busy machine. */
const answerMs = 1000;

interface NoMatch {
  selector: string;
  timeoutMs: number;
  /** Whether the page answers quickly. If not, the note names no similar elements. */
  isIdle: boolean;
}

const noteNoMatch = async (context: ActionContext, { selector, timeoutMs, isIdle }: NoMatch): Promise<void> => {
  const limitRemark = timeoutMs === limits.waitForSelectorMs ? ', the longest wait' : '';
  const shorterAdvice = timeoutMs < limits.elementMs ? '' : ' A smaller `timeoutMs` waits less.';
  const near = isIdle ? await nearOf(context, selector) : [];
  const instead = near.length > 0 ? ` Similar elements: ${near.map(described).join(', ')}.` : '';
  context.state.journal.note(`No element matched in ${timeoutMs} ms${limitRemark}.${instead}${shorterAdvice}`);
};

/** A page that does not answer in time counts as one without a match. */
export const waitForSelector: Action<'wait_for_selector'> = async (context, { selector, visible, timeoutMs }) => {
  const ends = performance.now() + timeoutMs;
  for (;;) {
    const began = performance.now();
    const patience = Math.max(0, ends - performance.now()) + answerMs;
    const { found, isVisible } = await findElement(context, { selector }, patience);
    if (visible ? isVisible : found) return { matched: true };
    const left = ends - performance.now();
    if (left <= 0) {
      await noteNoMatch(context, { selector, timeoutMs, isIdle: performance.now() - began < answerMs });
      return { matched: false };
    }
    await context.deadline.sleep(Math.min(pauseMs, left));
  }
};

export const waitForTimeout: Action<'wait_for_timeout'> = async ({ deadline }, { timeoutMs }) => {
  await deadline.sleep(timeoutMs);
  return { waitedMs: timeoutMs };
};
