import { httpsAssumedSentence, TintypeError } from '@tintype/contracts';
import { type Action, type ActionContext, contextOf } from '../context/action-context.js';
import { giveMouseBack } from '../navigation/give-mouse-back.js';
import { navigate, PageNotLeft } from '../navigation/navigate.js';
import { isErrorPage } from '../pages/unloaded.js';

/** Pause before the next try. */
const pauseMs = 100;
/** `goto` does not try again with less time left. */
const reserveMs = 500;

/** The context for the next try, with another page if the first has ended. Throws the error if it allows no retry. */
const retryContext = async (context: ActionContext, error: unknown): Promise<ActionContext> => {
  const { state, deadline } = context;
  if (!(error instanceof PageNotLeft)) throw error;
  if (deadline.remaining <= reserveMs)
    throw new TintypeError(
      'timeout',
      'The page kept navigating, so the action could not leave it in time. Try again.',
      { cause: error },
    );
  await deadline.sleep(pauseMs);
  state.crash = undefined;
  return contextOf(context);
};

const withAssumedHttps = (error: unknown): unknown => {
  if (!(error instanceof TintypeError) || error.code !== 'target_tls') return error;
  const { code, message, details, cause } = error;
  return new TintypeError(code, `${message} ${httpsAssumedSentence}`, { cause, details });
};

/** Adds how to return to the address `before`: Chromium shows its error page, which looks empty to an agent. */
const withWayBack = ({ page }: ActionContext, before: string, error: unknown): unknown => {
  if (!(error instanceof TintypeError) || !/^https?:/.test(before) || !isErrorPage(page.url())) return error;
  const { code, message, details, cause } = error;
  const wayBack = `The session now shows an empty page: \`back\` returns to ${before.slice(0, 200)}.`;
  return new TintypeError(code, `${message} ${wayBack}`, { cause, details });
};

export const goto: Action<'goto'> = async (context, { url, waitUntil, httpsAssumed }) => {
  let here = context;
  await context.deadline.race(giveMouseBack(context, url));
  for (;;) {
    const { page } = here;
    const before = page.url();
    try {
      return await navigate(here, waitUntil, (options) => page.goto(url, options));
    } catch (error) {
      here = await retryContext(here, withWayBack(here, before, httpsAssumed ? withAssumedHttps(error) : error));
    }
  }
};

const noteHistoryEnd = async ({ target, state, deadline }: ActionContext, step: -1 | 1): Promise<void> => {
  const { currentIndex, entries } = await deadline.race(target.send('Page.getNavigationHistory'));
  if (entries[currentIndex + step]) return;
  state.journal.note(`The page stays: its history has no ${step < 0 ? 'earlier' : 'later'} entry.`);
};

/** Without an earlier entry in the history, the page stays. */
export const back: Action<'back'> = async (context, { waitUntil }) => {
  await noteHistoryEnd(context, -1);
  const { url } = await navigate(context, waitUntil, (options) => context.page.goBack(options));
  return { url };
};

/** Without a later entry in the history, the page stays. */
export const forward: Action<'forward'> = async (context, { waitUntil }) => {
  await noteHistoryEnd(context, 1);
  const { url } = await navigate(context, waitUntil, (options) => context.page.goForward(options));
  return { url };
};

export const reload: Action<'reload'> = async (context, { waitUntil }) => {
  const { url } = await navigate(context, waitUntil, (options) => context.page.reload(options));
  return { url };
};
