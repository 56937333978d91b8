import type { ActionContext } from '../actions/action.js';
import { targetIdOf } from '../browser/target-id.js';
import { halt } from './halt.js';

export interface StopOptions {
  /** Whether it goes on to where it is on its way. */
  goesOn: boolean;
}

/** Ends the scripts that a page hangs in; where that cannot be done, the page. */
export const stopPage = async (context: ActionContext, { goesOn }: StopOptions): Promise<void> => {
  const { page, target, memory } = context;
  const { dialogs } = context.browser;
  const stopLoading = () => target.send('Page.stopLoading').catch(() => undefined);
  const stopped = await halt(target, goesOn ? undefined : stopLoading);
  if (stopped || dialogs.holdsOne(targetIdOf(page))) return;
  memory.pageEnded(
    'The page took too long to answer, again and again, and was ended: a script hangs in it, or there is too much of it.',
  );
  // A crash it would have to be told of, and hears nothing.
  await page.close().catch(() => undefined);
};
