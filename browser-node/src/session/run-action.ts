import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionAction, SessionActionType } from '@tintype/contracts';
import { type Deadline, raceSignal } from '@tintype/runtime';
import type { CdpSession } from '../browser/cdp.js';
import type { Action, ActionContext } from './actions/action.js';
import { actions } from './actions/actions.js';
import { screenshot } from './actions/screenshot.js';
import { changeViewport } from './change-viewport.js';
import type { SessionBrowser } from './session-browser.js';

/** What was stopped has so long to end before the next action begins. */
const endMs = 1000;
/** A page that runs no script answers within it. */
const idleMs = 200;
const timersMs = 50;

export interface ActionTools extends Pick<ActionContext, 'explain' | 'deadline' | 'act'> {
  browser: SessionBrowser;
}

const work = async (context: ActionContext, { type, payload, screenshot: withPicture }: SessionAction) => {
  const action = actions[type] as Action<SessionActionType>;
  const answer = await action(context, payload);
  if (!withPicture || type === 'screenshot') return answer;
  return { ...answer, screenshot: await screenshot(context, { fullPage: false, selector: undefined }) };
};

/** Playwright's timers, which are told what remains, may be up a moment before ours. */
const isOver = ({ passed, remaining }: Deadline) => passed || remaining <= timersMs;

/** A page that runs a script takes no other one meanwhile. */
const answers = (target: CdpSession) => target.send('Runtime.evaluate', { expression: '0' });

/**
 * Ends the navigation and the script that the page is busy with. Where none runs, `terminateExecution` ends the next one: so it
 * is told only to a page that does not answer, and what it may still strike afterwards is a script that nobody waits for.
 */
const halt = async (target: CdpSession): Promise<void> => {
  const isIdle = answers(target).then(
    () => true,
    () => true,
  );
  await target.send('Page.stopLoading').catch(() => undefined);
  if (await Promise.race([isIdle, sleep(idleMs, false)])) return;
  await target.send('Runtime.terminateExecution');
  await answers(target);
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
    if (!isOver(deadline)) throw error;
    await raceSignal(Promise.allSettled([halt(context.target), working]), AbortSignal.timeout(endMs)).catch(
      () => undefined,
    );
    throw error;
  }
};
