import { race } from '@tintype/runtime';
import type { Page } from './page.js';

/** Runs `work` on its own page, then closes the page, even if it crashes, or hangs until the signal aborts. */
export const usePage = async <T>(
  page: Pick<Page, 'gone' | 'dispose'>,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await race(Promise.race([work(), page.gone]), signal);
  } finally {
    await page.dispose();
  }
};
