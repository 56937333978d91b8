import { TintypeError } from '@tintype/contracts';
import { type Action, type ActionContext, contextOf } from '../context/action-context.js';
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

/** Where there is nothing to go back to, the page stays. */
export const back: Action<'back'> = async (context, { waitUntil }) => {
  const { url } = await navigation(context, waitUntil, (how) => context.page.goBack(how));
  return { url };
};

/** Where there is nothing to go forward to, the page stays. */
export const forward: Action<'forward'> = async (context, { waitUntil }) => {
  const { url } = await navigation(context, waitUntil, (how) => context.page.goForward(how));
  return { url };
};

export const reload: Action<'reload'> = async (context, { waitUntil }) => {
  const { url } = await navigation(context, waitUntil, (how) => context.page.reload(how));
  return { url };
};
