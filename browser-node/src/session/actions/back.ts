import type { Action } from './action.js';
import { navigation } from './navigation.js';

/** Where there is nothing to go back to, the page stays. */
export const back: Action<'back'> = async (context, { waitUntil }) => {
  const { page, deadline } = context;
  await navigation(context, () => page.goBack({ waitUntil, timeout: deadline.remaining }));
  return { url: page.url() };
};
