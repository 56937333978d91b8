import type { Action } from './action.js';
import { navigation } from './navigation.js';

export const reload: Action<'reload'> = async (context, { waitUntil }) => {
  const { url } = await navigation(context, waitUntil, (how) => context.page.reload(how));
  return { url };
};
