import type { Action } from '../context/action-context.js';
import { navigation } from '../navigation/navigate.js';

/** Where there is nothing to go forward to, the page stays. */
export const forward: Action<'forward'> = async (context, { waitUntil }) => {
  const { url } = await navigation(context, waitUntil, (how) => context.page.goForward(how));
  return { url };
};
