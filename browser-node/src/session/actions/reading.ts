import type { CdpSession } from '../../browser/cdp/connection.js';
import { documentTitle } from '../../in-page/content/document-facts.js';
import type { Action } from '../context/action-context.js';
import { addressOf } from '../navigation/address.js';
import { callInPage } from '../page-world/call-in-page.js';
import { isErrorPage } from '../pages/unloaded.js';

const maxLength = 1000;

/** Reads the document's title. Playwright's `title()` fails after a stopped navigation. */
export const titleOf = (target: CdpSession): Promise<string> => callInPage(target, documentTitle, maxLength);

export const title: Action<'title'> = async ({ target }) => ({ title: await titleOf(target) });

export const url: Action<'url'> = async (context) => {
  const { page, state } = context;
  const url = await addressOf(context);
  if (isErrorPage(page.url())) state.journal.note('The page failed to load. The browser shows an error page.');
  return { url };
};

/** Not named `console`, which is a global. */
export const consoleLog: Action<'console'> = async ({ state }, query) => ({ entries: state.console.read(query) });

export const errors: Action<'errors'> = async ({ state }, query) => ({ entries: state.errors.read(query) });
