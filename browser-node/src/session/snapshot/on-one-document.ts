import { Deadline } from '@tintype/runtime';
import type { ActionContext } from '../context/action-context.js';

/** A page that goes on to other documents all the time is followed so long. */
const followMs = 8000;

class DocumentLeft extends Error {
  override name = 'DocumentLeft';
}

/** Does work with a deadline that ends when the page goes on to another document, too. */
const untilLeft = async <T>(context: ActionContext, work: (context: ActionContext) => Promise<T>) => {
  const deadline = Deadline.in(context.deadline.remaining);
  const cancel = () => deadline.cancel(context.deadline.signal.reason);
  context.deadline.signal.addEventListener('abort', cancel, { once: true });
  let hasLeft = false;
  const unhear = context.target.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return;
    hasLeft = true;
    deadline.cancel(new DocumentLeft('The page has gone on to another document.'));
  });
  try {
    return { answer: await deadline.race(work({ ...context, deadline })) };
  } catch (error) {
    if (!hasLeft || context.deadline.passed) throw error;
    return { answer: undefined };
  } finally {
    unhear();
    deadline.clear();
    context.deadline.signal.removeEventListener('abort', cancel);
  }
};

/**
 * Does work that asks a page more than once, and has to be about one of its documents: anew, and at once, where the page goes
 * on to another meanwhile. Undefined for one that does so again and again.
 */
export const onOneDocument = async <T extends object>(
  context: ActionContext,
  work: (context: ActionContext) => Promise<T>,
): Promise<T | undefined> => {
  const ends = performance.now() + followMs;
  for (;;) {
    const { answer } = await untilLeft(context, work);
    if (answer || performance.now() > ends) return answer;
  }
};
