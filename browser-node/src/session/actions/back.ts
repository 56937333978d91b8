import type { Action } from '../context/action-context.js';
import { navigation } from '../navigation/navigate.js';

/** Where there is nothing to go back to, the page stays. */
export const back: Action<'back'> = async (context, { waitUntil }) => {
  const { url } = await navigation(context, waitUntil, (how) => context.page.goBack(how));
  return { url };
};
