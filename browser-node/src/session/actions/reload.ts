import type { Action } from '../context/action-context.js';
import { navigation } from '../navigation/navigate.js';

export const reload: Action<'reload'> = async (context, { waitUntil }) => {
  const { url } = await navigation(context, waitUntil, (how) => context.page.reload(how));
  return { url };
};
