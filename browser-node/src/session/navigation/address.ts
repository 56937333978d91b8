import { limits } from '@tintype/contracts';
import type { ActionContext } from '../context/action-context.js';
import { isErrorPage } from '../pages/unloaded.js';

/**
 * Where the page is, or was to be; of an address that is longer than any has to be (`data:` holds whole documents), its
 * beginning.
 */
export const addressOf = async ({ page, target }: Pick<ActionContext, 'page' | 'target'>): Promise<string> => {
  const address = page.url();
  // A page that has gone meanwhile is nowhere.
  const tree = isErrorPage(address) ? await target.send('Page.getFrameTree').catch(() => undefined) : undefined;
  return (tree?.frameTree.frame.unreachableUrl ?? address).slice(0, limits.urlLength);
};
