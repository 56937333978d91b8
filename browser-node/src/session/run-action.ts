import type { SessionAction, SessionActionType } from '@tintype/contracts';
import { raceSignal } from '@tintype/runtime';
import type { CdpSession } from '../browser/cdp.js';
import type { Action, ActionContext } from './actions/action.js';
import { actions } from './actions/actions.js';
import { screenshot } from './actions/screenshot.js';
import { changeViewport } from './change-viewport.js';
import type { SessionBrowser } from './session-browser.js';

/** What was stopped has so long to end before the next action begins. */
const endMs = 1000;

export interface ActionTools extends Pick<ActionContext, 'explain' | 'deadline' | 'act'> {
  browser: SessionBrowser;
}

const work = async (context: ActionContext, { type, payload, screenshot: withPicture }: SessionAction) => {
  const action = actions[type] as Action<SessionActionType>;
  const answer = await action(context, payload);
  if (!withPicture || type === 'screenshot') return answer;
  return { ...answer, screenshot: await screenshot(context, { fullPage: false, selector: undefined }) };
};

/** Ends the navigation and the script that the page is busy with. */
const halt = async (target: CdpSession): Promise<void> => {
  await Promise.allSettled([target.send('Page.stopLoading'), target.send('Runtime.terminateExecution')]);
};

const contextOf = async ({ browser, ...tools }: ActionTools): Promise<ActionContext> => {
  const { targets, current, memory } = browser;
  const page = await tools.deadline.race(current.get());
  const target = targets.page(await tools.deadline.race(current.targetId(page)));
  return { ...tools, page, target, browser, memory };
};

/** Whoever acts learns that it is another page now. */
const tellOfPage = async ({ page, memory }: ActionContext, { current }: SessionBrowser): Promise<void> => {
  const now = await current.get();
  if (now !== page) memory.journal.note(`Actions are about another page now: ${now.url()}`);
};

/**
 * What every action has in common: the page that it is about, the viewport before it, the picture after it, what happened
 * meanwhile, and its end, in time or not. Throws whatever the action does, or DeadlineExceeded; what it started is stopped
 * then.
 */
export const runAction = async (action: SessionAction, tools: ActionTools): Promise<object> => {
  const { browser, deadline } = tools;
  const { targets, memory } = browser;
  if (action.viewport) await deadline.race(targets.change(changeViewport(targets.settings, action.viewport)));
  const context = await contextOf(tools);
  const working = work(context, action);
  try {
    const answer = await deadline.race(working);
    await deadline.race(tellOfPage(context, browser));
    const notes = memory.journal.take();
    return notes.length > 0 ? { ...answer, notes } : answer;
  } catch (error) {
    if (!deadline.passed) throw error;
    await raceSignal(Promise.allSettled([halt(context.target), working]), AbortSignal.timeout(endMs)).catch(
      () => undefined,
    );
    throw error;
  }
};
