import type { ActionContext } from '../actions/action.js';

export type Tools = Pick<ActionContext, 'browser' | 'explain' | 'deadline' | 'act'>;

/** What an action works on: the page that actions are about now. */
export const contextOf = async ({ browser, explain, deadline, act }: Tools): Promise<ActionContext> => {
  const { targets, current, memory } = browser;
  const page = await deadline.race(current.get());
  const target = targets.page(await deadline.race(current.targetId(page)));
  return { explain, deadline, act, page, target, browser, memory };
};
