import { readStorageState } from '../browser/storage-state.js';
import type { Action } from '../context/action-context.js';

/** Answers the state; the api seals and keeps it. */
export const saveProfile: Action<'save_profile'> = async ({ browser, deadline }) => ({
  state: await deadline.race(readStorageState(browser)),
});
