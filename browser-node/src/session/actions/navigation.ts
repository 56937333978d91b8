import { setTimeout } from 'node:timers/promises';
import type { Frame, Page, Request } from 'playwright-core';
import { navigationError } from '../../capture/navigation-error.js';
import type { ActionContext } from './action.js';

const errorPageMs = 5000;

/** Playwright says in words what went wrong: `page.goto: net::ERR_… at <url>`, and a log below. */
const failed = /\bnet::ERR_(?!ABORTED)\w+/;

/**
 * Resolves with the page of its own that Chromium shows where a navigation failed. It comes a moment after the failure is
 * told, and the next navigation must not meet it. It is followed from the start: one may stand there already.
 */
const errorPageOf = (page: Page) => {
  const shown = Promise.withResolvers<void>();
  const see = (frame: Frame) => {
    if (frame === page.mainFrame() && frame.url().startsWith('chrome-error:')) shown.resolve();
  };
  page.on('framenavigated', see);
  return {
    come: () => Promise.race([shown.promise, setTimeout(errorPageMs, undefined, { ref: false })]),
    leave: () => page.off('framenavigated', see),
  };
};

/** What the navigation answers; where it fails, the catalogue's error for where it had come to, through redirects. */
export const navigation = async <T>({ page, explain }: ActionContext, navigate: () => Promise<T>): Promise<T> => {
  let stands = page.url();
  const errorPage = errorPageOf(page);
  const follow = (request: Request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) stands = request.url();
  };
  page.on('request', follow);
  try {
    return await navigate();
  } catch (error) {
    const [errorText] = failed.exec(error instanceof Error ? error.message : '') ?? [];
    if (!errorText) throw error;
    await errorPage.come();
    throw navigationError(errorText, stands, explain);
  } finally {
    page.off('request', follow);
    errorPage.leave();
  }
};
