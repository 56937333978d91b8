import type { Action } from './action.js';
import { navigation } from './navigation.js';

/** Where there is nothing to go forward to, the page stays. */
export const forward: Action<'forward'> = async (context, { waitUntil }) => {
  const { page, deadline } = context;
  await navigation(context, () => page.goForward({ waitUntil, timeout: deadline.remaining }));
  return { url: page.url() };
};
