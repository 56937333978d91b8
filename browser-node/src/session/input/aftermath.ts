import { ifInTime } from '@tintype/runtime';
import type { Frame } from 'playwright-core';
import { waitForTasks } from '../../in-page/loading.js';
import type { ActionContext } from '../context/action-context.js';
import { described } from '../elements/diagnosis.js';
import { callLimit } from '../elements/element.js';
import { NavigationWatch } from '../navigation/navigation-watch.js';
import { askWithRefs } from '../page-world/ask.js';
import { callInPage } from '../page-world/call-in-page.js';

const askMs = 5000;

const refusedFieldIn = (context: ActionContext, frame: Frame, withinMs: number) => {
  // The page counts `withinMs` back from the question's arrival, which may be `askMs` late.
  const question = { withinMs: withinMs + askMs };
  const call = { question, refs: context.state, limit: callLimit(context, askMs) };
  return askWithRefs(frame, 'refused', call).catch(() => undefined);
};

/** Notes a form that the browser did not send. Chromium shows that only on screen. */
const noteRefusedForm = async (context: ActionContext, withinMs: number): Promise<void> => {
  const { page, state } = context;
  for (const frame of page.frames()) {
    if (frame !== page.mainFrame() && frame !== state.actedIn) continue;
    const field = await refusedFieldIn(context, frame, withinMs);
    if (!field) continue;
    const more = field.more > 0 ? ` And ${field.more} more.` : '';
    state.journal.note(`The browser did not send the form. ${described(field)}: ${field.message}${more}`);
  }
};

/** Limit for a navigation. If it still loads then, a note reports that. */
const navigationMs = 10_000;
const tasksMs = 2000;
const pagesMs = 2000;

/** Playwright learns a moment later that a page opened or closed. */
const waitForPages = async ({ page, browser, deadline }: ActionContext): Promise<void> => {
  const ends = Date.now() + pagesMs;
  while (page.context().pages().length !== browser.targets.pageCount && Date.now() < ends) await deadline.sleep(20);
};

const waitForNavigation = async (context: ActionContext, watch: NavigationWatch): Promise<void> => {
  const { page, deadline, state } = context;
  await ifInTime(watch.settled(), Math.min(navigationMs, deadline.remaining));
  if (watch.isUnderWay) state.journal.note('The page is still loading another document.');
  else if (watch.hasBegun && !page.isClosed())
    await ifInTime(page.waitForLoadState('domcontentloaded', { timeout: navigationMs }), deadline.remaining);
};

/**
 * Acts, then waits for direct effects: a followed link, a sent form, an opened page. Clients wait for later effects.
 */
export const withAftermath = async <T>(context: ActionContext, act: () => Promise<T>): Promise<T> => {
  const { page, target } = context;
  const watch = new NavigationWatch(page);
  const began = performance.now();
  try {
    const done = await act();
    const answers =
      !page.isClosed() &&
      (await ifInTime(
        callInPage(target, waitForTasks).then(() => true),
        tasksMs,
      ));
    if (answers && !watch.hasBegun) await noteRefusedForm(context, performance.now() - began);
    await waitForPages(context);
    await waitForNavigation(context, watch);
    return done;
  } finally {
    watch.end();
  }
};
