import type { Action } from '../context/action-context.js';
import { addressOf } from '../navigation/address.js';
import { isErrorPage } from '../pages/unloaded.js';

export const url: Action<'url'> = async (context) => {
  const { page, memory } = context;
  const url = await addressOf(context);
  if (isErrorPage(page.url())) memory.journal.note('The page could not be loaded: what is shown says so in its place.');
  return { url };
};
