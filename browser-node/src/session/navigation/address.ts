import { limits } from '@tintype/contracts';
import type { ActionContext } from '../context/action-context.js';
import { isErrorPage } from '../pages/unloaded.js';

/** The page's address, or the one it failed to load. Cut, since `data:` URLs hold whole documents. */
export const addressOf = async ({ page, target }: Pick<ActionContext, 'page' | 'target'>): Promise<string> => {
  const address = page.url();
  const tree = isErrorPage(address) ? await target.send('Page.getFrameTree').catch(() => undefined) : undefined;
  return (tree?.frameTree.frame.unreachableUrl ?? address).slice(0, limits.urlLength);
};
