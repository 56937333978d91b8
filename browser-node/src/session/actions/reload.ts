import type { Action } from './action.js';
import { navigation } from './navigation.js';

export const reload: Action<'reload'> = async (context, { waitUntil }) => {
  const { page, deadline } = context;
  await navigation(context, () => page.reload({ waitUntil, timeout: deadline.remaining }));
  return { url: page.url() };
};
