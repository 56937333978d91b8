import type { ActionContext } from '../actions/action.js';
import { targetIdOf } from '../browser/target-id.js';

export type Tools = Pick<ActionContext, 'browser' | 'explain' | 'deadline' | 'act'>;

/** What an action works on: the page that actions are about now. */
export const contextOf = async ({ browser, explain, deadline, act }: Tools): Promise<ActionContext> => {
  const { targets, current, memory } = browser;
  const page = await deadline.race(current.get());
  const target = targets.page(targetIdOf(page));
  return { explain, deadline, act, page, target, browser, memory };
};
