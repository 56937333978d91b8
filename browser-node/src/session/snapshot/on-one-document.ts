import { Deadline } from '@tintype/runtime';
import type { ActionContext } from '../context/action-context.js';

const followMs = 8000;

class DocumentLeft extends Error {
  override name = 'DocumentLeft';
}

const untilLeft = async <T>(context: ActionContext, work: (context: ActionContext) => Promise<T>) => {
  const deadline = Deadline.in(context.deadline.remaining);
  const cancel = () => deadline.cancel(context.deadline.signal.reason);
  context.deadline.signal.addEventListener('abort', cancel, { once: true });
  let hasLeft = false;
  const stopListening = context.target.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return;
    hasLeft = true;
    deadline.cancel(new DocumentLeft('The page loads another document.'));
  });
  try {
    return { answer: await deadline.race(work({ ...context, deadline })) };
  } catch (error) {
    if (!hasLeft || context.deadline.passed) throw error;
    return { answer: undefined };
  } finally {
    stopListening();
    deadline.clear();
    context.deadline.signal.removeEventListener('abort', cancel);
  }
};

/** Runs work on one document, and again at once if the page navigates. Undefined if it navigates for 8 s. */
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
