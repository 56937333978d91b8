import type { Page } from 'playwright-core';

interface Inner {
  _connection: { toImpl: (page: Page) => { delegate: { _targetId: string } } };
}

/**
 * What the browser calls the page, without a word to it; undefined for one that has gone. Playwright's version is pinned, and
 * tests of clients' contexts say when this fits no longer.
 */
export const targetIdOf = (page: Page): string | undefined => {
  try {
    return (page as unknown as Inner)._connection.toImpl(page).delegate._targetId;
  } catch {
    return undefined;
  }
};
