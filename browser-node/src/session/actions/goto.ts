import { TintypeError } from '@tintype/contracts';
import type { Action, ActionContext } from '../context/action-context.js';
import { contextOf } from '../context/action-context.js';
import { giveMouseBack } from '../navigation/give-mouse-back.js';
import { NotLeft, navigation } from '../navigation/navigate.js';

/** A page that goes somewhere by itself is left in a moment when it does not. */
const pauseMs = 100;
/** When only so much time is left, what has happened is said. */
const endMs = 500;

/** Where to try it again: another page, when the one that was to be left has ended. */
const again = async (context: ActionContext, error: unknown): Promise<ActionContext> => {
  const { memory, deadline } = context;
  if (!(error instanceof NotLeft)) throw error;
  if (deadline.remaining <= endMs)
    throw new TintypeError('timeout', 'The page went somewhere else by itself again and again: it could not be left.', {
      cause: error,
    });
  await deadline.sleep(pauseMs);
  memory.crash = undefined;
  return contextOf(context);
};

export const goto: Action<'goto'> = async (context, { url, waitUntil }) => {
  let here = context;
  await context.deadline.race(giveMouseBack(context, url));
  for (;;) {
    const { page } = here;
    try {
      return await navigation(here, waitUntil, (how) => page.goto(url, how));
    } catch (error) {
      here = await again(here, error);
    }
  }
};
