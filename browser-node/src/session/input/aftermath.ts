import type { Frame } from 'playwright-core';
import { tasksDone } from '../../in-page/loading.js';
import type { ActionContext } from '../context/action-context.js';
import { described } from '../elements/diagnosis.js';
import { within } from '../elements/element.js';
import { NavigationWatch } from '../navigation/navigation-watch.js';
import { askNaming } from '../page-world/ask.js';
import { callInPage } from '../page-world/call-in-page.js';
import { quietly } from '../waits/in-time.js';

/** A page that has become busy is left so. */
const askMs = 5000;

const refusedIn = (context: ActionContext, frame: Frame, withinMs: number) => {
  // It counts from when the question is there.
  const question = { withinMs: withinMs + askMs };
  const asked = { question, memory: context.memory, within: within(context, askMs) };
  return askNaming(frame, 'refused', asked).catch(() => undefined);
};

/** Whoever acts learns that the browser did not send a form in the last so many milliseconds, and why: it only shows that. */
const tellOfRefusal = async (context: ActionContext, withinMs: number): Promise<void> => {
  const { page, memory } = context;
  for (const frame of page.frames()) {
    if (frame !== page.mainFrame() && frame !== memory.actedIn) continue;
    const field = await refusedIn(context, frame, withinMs);
    if (!field) continue;
    const more = field.more > 0 ? ` And ${field.more} more.` : '';
    memory.journal.note(`The browser did not send the form. ${described(field)}: ${field.message}${more}`);
  }
};

/** A navigation is waited for so long. The page may be read before it is through: whoever acts is told. */
const navigationMs = 10_000;
/** A page that is busy with what was done is left so. */
const tasksMs = 2000;
const pagesMs = 2000;

/** Pages that have been opened, or closed, are so for Playwright a moment later. */
const pagesCome = async ({ page, browser, deadline }: ActionContext): Promise<void> => {
  const ends = Date.now() + pagesMs;
  while (page.context().pages().length !== browser.targets.pages && Date.now() < ends) await deadline.sleep(20);
};

const arrive = async (context: ActionContext, watch: NavigationWatch): Promise<void> => {
  const { page, deadline, memory } = context;
  await quietly(watch.settled(), Math.min(navigationMs, deadline.remaining));
  if (watch.isUnderWay) memory.journal.note('The page is on its way to another one, which has not come yet.');
  else if (watch.hasBegun && !page.isClosed())
    await quietly(page.waitForLoadState('domcontentloaded', { timeout: navigationMs }), deadline.remaining);
};

/**
 * Does something that may set off more, and waits for what it sets off at once: a link that is followed, a form that is
 * sent, a page that opens. What comes later (after an answer of a server, say) is for whoever acts to wait for.
 */
export const withAftermath = async <T>(context: ActionContext, act: () => Promise<T>): Promise<T> => {
  const { page, target } = context;
  const watch = new NavigationWatch(page);
  const began = performance.now();
  try {
    const done = await act();
    const answers =
      !page.isClosed() &&
      (await quietly(
        callInPage(target, tasksDone).then(() => true),
        tasksMs,
      ));
    if (answers && !watch.hasBegun) await tellOfRefusal(context, performance.now() - began);
    await pagesCome(context);
    await arrive(context, watch);
    return done;
  } finally {
    watch.leave();
  }
};
