import { type ExplainHost, navigationError } from '../../capture/navigation-error.js';
import type { PageState } from './page-state.js';

/** Chromium's own page in the place of one that could not be loaded. */
export const isErrorPage = (address: string): boolean => address.startsWith('chrome-error:');

/** What servers have answered, and Chromium shows as it would to a person; and what is noted as a link out of the web. */
const alreadyNoted = /^net::ERR_(INVALID_AUTH_CREDENTIALS|HTTP_RESPONSE_CODE_FAILURE|UNSAFE_REDIRECT)$/;

/** Whoever acts learns that the page could not be loaded, and why: what is shown in its place does not know. */
export const noteUnloaded = (state: PageState, explain: ExplainHost): void => {
  const { unloaded, actedOn, journal } = state;
  state.unloaded = undefined;
  if (!unloaded || alreadyNoted.test(unloaded.errorText)) return;
  // One of a client's.
  if (unloaded.page && unloaded.page !== actedOn) return;
  const { message } = navigationError(unloaded.errorText, unloaded.address, explain);
  journal.note(`${unloaded.address.slice(0, 200)} could not be loaded. ${message}`);
};
