import { targetIdOf } from '../browser/playwright-inner.js';
import { endScript, pageHangsNote } from '../pages/end-script.js';
import type { ActionContext } from './action-context.js';

interface StopOptions {
  /** Whether a navigation in progress continues. */
  keepsNavigation: boolean;
}

/** Ends the scripts that a page hangs in. If that fails, ends the page. */
export const stopPage = async (context: ActionContext, { keepsNavigation }: StopOptions): Promise<void> => {
  const { page, target, state } = context;
  const { dialogs } = context.browser;
  const stopLoading = () => target.send('Page.stopLoading').catch(() => undefined);
  const end = await endScript(target, keepsNavigation ? undefined : stopLoading);
  if (end !== 'hangs' || dialogs.holdsOne(targetIdOf(page))) return;
  state.pageEnded(pageHangsNote);
  // A hung page would not receive `Page.crash`.
  await page.close().catch(() => undefined);
};
