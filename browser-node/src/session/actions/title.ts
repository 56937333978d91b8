import type { CdpSession } from '../../browser/cdp/connection.js';
import { documentTitle } from '../../in-page/document-facts.js';
import type { Action } from '../context/action-context.js';
import { callInPage } from '../page-world/call-in-page.js';

/** Nobody reads a longer one. */
const mostLength = 1000;

/** What the document says, and not Playwright's `title()`, which speaks of a navigation that was stopped. */
export const titleOf = (target: CdpSession): Promise<string> => callInPage(target, documentTitle, mostLength);

export const title: Action<'title'> = async ({ target }) => ({ title: await titleOf(target) });
