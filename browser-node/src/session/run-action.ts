import type { SessionAction, SessionActionType } from '@tintype/contracts';
import { type Deadline, raceSignal } from '@tintype/runtime';
import { crashError } from './action-error.js';
import type { Action, ActionContext } from './actions/action.js';
import { actions } from './actions/actions.js';
import { screenshot } from './actions/screenshot.js';
import { changeViewport } from './change-viewport.js';
import { contextOf, type Tools } from './context-of.js';
import { stopPage } from './stop-page.js';

/** What was stopped has so long to end before the next action begins, and a page to be stopped. */
const endMs = 1000;
const haltMs = 5000;
const timersMs = 50;

export interface ActionTools extends Tools {
  /** Takes what goes on after the action: the next one waits for it. */
  leave: (over: Promise<unknown>) => void;
}

const work = async (context: ActionContext, { type, payload, screenshot: withPicture }: SessionAction) => {
  const action = actions[type] as Action<SessionActionType>;
  const answer = await action(context, payload);
  if (!withPicture || type === 'screenshot') return answer;
  const here = context.page.isClosed() ? await contextOf(context) : context;
  return { ...answer, screenshot: await screenshot(here, { fullPage: false, selector: undefined }) };
};

/** Playwright's timers, which are told what remains, may be up a moment before ours. */
const isOver = ({ passed, remaining }: Deadline) => passed || remaining <= timersMs;

const atMost = (work: Promise<unknown>, milliseconds: number) => raceSignal(work, AbortSignal.timeout(milliseconds));

/** Whoever acts learns that it is another page now. */
const tellOfPage = async ({ page, memory }: ActionContext, { current }: Tools['browser']): Promise<void> => {
  const now = current.known ?? (await current.get());
  if (now !== page) memory.journal.note(`Actions are about another page now: ${now.url()}`);
};

/**
 * What every action has in common: the page that it is about, the viewport before it, the picture after it, what happened
 * meanwhile, and its end, in time or not. Throws whatever the action does, or DeadlineExceeded; what it started is stopped
 * then.
 */
export const runAction = async (action: SessionAction, { leave, ...tools }: ActionTools): Promise<object> => {
  const { browser, deadline } = tools;
  const { targets, memory } = browser;
  memory.crash = undefined;
  if (action.viewport) await deadline.race(targets.change(changeViewport(targets.settings, action.viewport)));
  const context = await contextOf(tools);
  const working = work(context, action);
  try {
    const answer = await deadline.race(working);
    await deadline.race(tellOfPage(context, browser));
    const notes = memory.journal.take();
    return notes.length > 0 ? { ...answer, notes } : answer;
  } catch (error) {
    if (!isOver(deadline)) throw crashError(error, memory);
    leave(Promise.allSettled([atMost(stopPage(context, { goesOn: false }), haltMs), atMost(working, endMs)]));
    throw error;
  }
};
