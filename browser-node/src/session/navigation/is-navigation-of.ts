import type { Page, Request } from 'playwright-core';

/** Whether a request is for a document of the page itself, and of none of its frames. */
export const isNavigationOf = (page: Page, request: Request): boolean =>
  request.isNavigationRequest() && request.frame() === page.mainFrame();
