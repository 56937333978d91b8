import type { Action } from './action.js';
import { navigation } from './navigation.js';

/** Where there is nothing to go back to, the page stays. */
export const back: Action<'back'> = async (context, { waitUntil }) => {
  const { url } = await navigation(context, waitUntil, (how) => context.page.goBack(how));
  return { url };
};
