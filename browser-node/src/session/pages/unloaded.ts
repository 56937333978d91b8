import { type ExplainHost, navigationError } from '../../capture/load/navigation-error.js';
import type { PageState } from './page-state.js';

export const isErrorPage = (address: string): boolean => address.startsWith('chrome-error:');

/** These need no note: the server answered, or links-out.ts notes them. */
const alreadyNoted = /^net::ERR_(INVALID_AUTH_CREDENTIALS|HTTP_RESPONSE_CODE_FAILURE|UNSAFE_REDIRECT)$/;

/** Notes why the page failed to load, which the error page does not show. */
export const noteUnloaded = (state: PageState, explain: ExplainHost): void => {
  const { unloaded, actedOn, journal } = state;
  state.unloaded = undefined;
  if (!unloaded || alreadyNoted.test(unloaded.errorText)) return;
  // The page belongs to a DevTools client.
  if (unloaded.page && unloaded.page !== actedOn) return;
  const { message } = navigationError(unloaded.errorText, unloaded.address, explain);
  journal.note(`${unloaded.address.slice(0, 200)} failed to load. ${message}`);
};
