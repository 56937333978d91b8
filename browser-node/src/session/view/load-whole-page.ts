import { raceSignal } from '@tintype/runtime';
import { loadLazy, picturesCome, stopLoadLazy } from '../../in-page/loading.js';
import { scrollBack, scrollPosition } from '../../in-page/window.js';
import type { ActionContext } from '../actions/action.js';
import { callInPage } from '../page-world/call-in-page.js';

const lazyMs = 10_000;
const lazyScreens = 200;
const picturesMs = 5000;
/** A page that does not even answer when its time is up is taken as it is. */
const graceMs = 500;

/** What the page answers within so many milliseconds, or a third of the time that is left: the picture takes some, too. */
const within = async <T>(
  { deadline }: ActionContext,
  milliseconds: number,
  work: (budgetMs: number) => Promise<T>,
): Promise<T | undefined> => {
  const budgetMs = Math.floor(Math.min(milliseconds, deadline.remaining / 3));
  const signal = AbortSignal.timeout(budgetMs + graceMs);
  try {
    return await raceSignal(work(budgetMs), signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
};

/** Nobody else has the page until it stands still again. */
const scrollThrough = async (context: ActionContext): Promise<void> => {
  const { target, deadline } = context;
  const stop = () => callInPage(target, stopLoadLazy).catch(() => undefined);
  deadline.signal.throwIfAborted();
  deadline.signal.addEventListener('abort', stop, { once: true });
  try {
    await within(context, lazyMs, (budgetMs) => callInPage(target, loadLazy, budgetMs, lazyScreens));
  } finally {
    deadline.signal.removeEventListener('abort', stop);
  }
};

/**
 * Scrolls through the page once, as renders do, so that what waits to be seen loads; then back to where it was, also when it is
 * cut off.
 */
export const loadWholePage = async (context: ActionContext): Promise<void> => {
  const { target, deadline } = context;
  const { x, y } = await callInPage(target, scrollPosition);
  try {
    await scrollThrough(context);
    await deadline.race(within(context, picturesMs, (budgetMs) => callInPage(target, picturesCome, budgetMs)));
  } finally {
    await within(context, picturesMs, () => callInPage(target, scrollBack, x, y));
  }
};
