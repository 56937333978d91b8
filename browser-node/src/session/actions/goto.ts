import type { Action } from './action.js';
import { navigation } from './navigation.js';

export const goto: Action<'goto'> = async (context, { url, waitUntil }) => {
  const { page, deadline } = context;
  const response = await navigation(context, () => page.goto(url, { waitUntil, timeout: deadline.remaining }));
  return { url: page.url(), status: response?.status() ?? null };
};
