import { documentTitle } from '../../in-page/document-title.js';
import { callInPage } from '../call-in-page.js';
import type { Action } from './action.js';

/** What the document says, and not Playwright's `title()`, which speaks of a navigation that was stopped. */
export const title: Action<'title'> = async ({ target }) => ({ title: await callInPage(target, documentTitle) });
