import type { Action } from './action.js';
import { navigation } from './navigation.js';

export const goto: Action<'goto'> = (context, { url, waitUntil }) =>
  navigation(context, waitUntil, (how) => context.page.goto(url, how));
