import { type SessionAction, type SessionActionType, TintypeError } from '@tintype/contracts';
import type { Deadline } from '@tintype/runtime';
import { actions } from '../actions/actions.js';
import { screenshot } from '../actions/screenshot.js';
import { type Action, type ActionContext, type ActionDependencies, contextOf } from '../context/action-context.js';
import { crashError } from '../context/action-error.js';
import { withPictureIfItFits } from '../context/answer-size.js';
import { stopPage } from '../context/stop-page.js';
import { noteUnloaded } from '../pages/unloaded.js';
import { atMost, ifInTime } from '../waits/in-time.js';
import { withViewport } from './with-viewport.js';

/** What was stopped has so long to end before the next action begins, and a page to be stopped. */
const endMs = 1000;
const haltMs = 8000;
const timersMs = 50;
/** A page that has not come by then is shown as it is. */
const openMs = 5000;

interface RunDependencies extends ActionDependencies {
  /** Takes what goes on after the action: the next one waits for it. */
  finishLater: (over: Promise<unknown>) => void;
}

/** The page that actions are about now: one that has just been opened is shown with what it holds. */
const pageNow = async (context: ActionContext): Promise<ActionContext> => {
  const now = await contextOf(context);
  if (now.page !== context.page)
    await ifInTime(now.page.waitForLoadState('domcontentloaded', { timeout: openMs }), openMs);
  return now;
};

/** What has been done is not to look as if it had failed: a picture that is too large is left out. */
const pictureOf = async (context: ActionContext): Promise<object> => {
  const here = await pageNow(context);
  try {
    return { screenshot: await screenshot(here, { fullPage: false, selector: undefined }) };
  } catch (error) {
    if (!(error instanceof TintypeError && error.code === 'result_too_large')) throw error;
    here.state.journal.note(`The picture was left out. ${error.message}`);
    return {};
  }
};

const work = (context: ActionContext, action: SessionAction): Promise<object> =>
  withViewport(context, action, async () => {
    const act = actions[action.type] as Action<SessionActionType>;
    const answer = await act(context, action.payload);
    const picture = action.screenshot ? await pictureOf(context) : {};
    return withPictureIfItFits(answer, picture, (sentence) => context.state.journal.note(sentence));
  });

/** Playwright's timers, which are told what remains, may be up a moment before ours. */
const isOver = ({ passed, remaining }: Deadline) => passed || remaining <= timersMs;

/** Whoever acts learns that it is another page than after the action before, also where that came between the two. */
const notePageChange = async ({ current, state }: ActionDependencies['browser']): Promise<void> => {
  const now = (await current.known()) ?? (await current.get());
  if (now !== state.actedOn) state.journal.note(`Actions are about another page now: ${now.url()}`);
  state.actedOn = now;
};

/**
 * What every action has in common: the page that it is about, the viewport before it, the picture after it, what happened
 * meanwhile, and its end, in time or not. Throws whatever the action does, or DeadlineExceeded; what it started is stopped
 * then.
 */
export const runAction = async (
  action: SessionAction,
  { finishLater: leave, ...tools }: RunDependencies,
): Promise<object> => {
  const { browser, deadline } = tools;
  const { state } = browser;
  state.crash = undefined;
  const context = await contextOf(tools);
  state.actedOn ??= context.page;
  const working = work(context, action);
  try {
    const answer = await deadline.race(working);
    await deadline.race(notePageChange(browser));
    noteUnloaded(state, tools.explain);
    const notes = state.journal.take();
    return notes.length > 0 ? { ...answer, notes } : answer;
  } catch (error) {
    if (!isOver(deadline)) throw crashError(error, state);
    leave(Promise.allSettled([atMost(stopPage(context, { goesOn: false }), haltMs), atMost(working, endMs)]));
    throw error;
  }
};
