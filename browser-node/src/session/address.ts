import { limits } from '@tintype/contracts';
import type { Page } from 'playwright-core';

/** Where the page is; of an address that is longer than any has to be (`data:` holds whole documents), its beginning. */
export const addressOf = (page: Pick<Page, 'url'>): string => page.url().slice(0, limits.urlLength);
