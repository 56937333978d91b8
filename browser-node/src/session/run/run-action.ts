import { readSessionAction, type SessionAction, type SessionActionType, TintypeError } from '@tintype/contracts';
import { atMost, type Deadline, ifInTime } from '@tintype/runtime';
import { actions } from '../actions/actions.js';
import { screenshot } from '../actions/screenshot.js';
import { type Action, type ActionContext, type ActionDependencies, contextOf } from '../context/action-context.js';
import { crashError } from '../context/action-error.js';
import { withPictureIfItFits } from '../context/answer-size.js';
import { stopPage } from '../context/stop-page.js';
import { noteUnloaded } from '../pages/unloaded.js';
import { withViewport } from './with-viewport.js';

/** Before the next action begins, stopped work gets 1 s to end, and a page 8 s to stop. */
const endMs = 1000;
const haltMs = 8000;
const timersMs = 50;
/** A page that takes longer to load is captured as it is. */
const openMs = 5000;

interface RunDependencies extends ActionDependencies {
  /** The next action waits for this work. */
  finishLater: (over: Promise<unknown>) => void;
}

/** Throws `invalid_request`. It is in this file, because an idle agent does not load the schemas of actions. */
export const readAction = (body: unknown): SessionAction => readSessionAction(body);

/** The context with the current page. A new page gets time to load. */
const pageNow = async (context: ActionContext): Promise<ActionContext> => {
  const now = await contextOf(context);
  if (now.page !== context.page)
    await ifInTime(now.page.waitForLoadState('domcontentloaded', { timeout: openMs }), openMs);
  return now;
};

/** Leaves out a picture that is too large: the action was done and must not seem to have failed. */
const pictureOf = async (context: ActionContext): Promise<object> => {
  const here = await pageNow(context);
  try {
    return { screenshot: await screenshot(here, { fullPage: false, selector: undefined }) };
  } catch (error) {
    if (!(error instanceof TintypeError && error.code === 'result_too_large')) throw error;
    here.state.journal.note(`The picture is left out. ${error.message}`);
    return {};
  }
};

const work = (context: ActionContext, action: SessionAction): Promise<object> =>
  withViewport(context, action, async () => {
    const act = actions[action.type] as Action<SessionActionType>;
    const answer = await act(context, action.payload);
    const picture = action.screenshot ? await pictureOf(context) : {};
    return withPictureIfItFits(answer, picture, {
      maxBytes: context.maxBytes,
      note: (sentence) => context.state.journal.note(sentence),
    });
  });

/** Playwright's timers may end a moment before ours. */
const isOver = ({ passed, remaining }: Deadline) => passed || remaining <= timersMs;

const notePageChange = async ({ current, state }: ActionDependencies['browser']): Promise<void> => {
  const now = (await current.pageIfOpen()) ?? (await current.get());
  const earlier = state.actedOn;
  const advice = earlier?.isClosed() ? '' : ' `goto` opens the earlier one.';
  if (now !== earlier) state.journal.note(`Actions use another page now: ${now.url()}.${advice}`);
  state.actedOn = now;
};

/**
 * Runs an action with its viewport, picture, notes and time limit. Throws the action's error, or DeadlineExceeded. At
 * the time limit, stops what the action started.
 */
export const runAction = async (
  action: SessionAction,
  { finishLater, ...dependencies }: RunDependencies,
): Promise<object> => {
  const { browser, deadline } = dependencies;
  const { state } = browser;
  state.crash = undefined;
  const context = await contextOf(dependencies);
  state.actedOn ??= context.page;
  const working = work(context, action);
  try {
    const answer = await deadline.race(working);
    await deadline.race(notePageChange(browser));
    noteUnloaded(state, dependencies.explain);
    const notes = [...action.notes, ...state.journal.take()];
    return notes.length > 0 ? { ...answer, notes } : answer;
  } catch (error) {
    if (!isOver(deadline)) throw crashError(error, state);
    finishLater(
      Promise.allSettled([
        atMost(haltMs, () => stopPage(context, { keepsNavigation: false })),
        atMost(endMs, () => working),
      ]),
    );
    throw error;
  }
};
