import { race } from '@tintype/runtime';
import type { Page } from './page.js';

/** Runs `work` on a page of its own, and then closes the page: also if it hangs until the signal aborts, or crashes. */
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
