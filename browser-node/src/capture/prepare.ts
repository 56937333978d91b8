import { loadLazy } from '../in-page/load-lazy.js';
import { looksLight } from '../in-page/looks-light.js';
import { atMost, type Run } from './run.js';
import { waitUntilPainted, waitUntilQuiet } from './settle.js';

const lazyMs = 10_000;
const lazyScreens = 200;

/** Loads what waits to be scrolled to, for an output that shows more than the window. */
export const loadEverything = async (run: Run): Promise<void> => {
  const complete = await atMost(run, lazyMs, (_, budgetMs) => run.page.call(loadLazy, budgetMs, lazyScreens));
  if (!complete) run.warnings.push('The page was too long to be loaded to its end.');
  await waitUntilQuiet(run);
  await waitUntilPainted(run);
};

/** True when the page was asked to be dark and has no dark styles of its own. */
export const staysLight = async ({ page, options }: Run): Promise<boolean> =>
  options.darkMode && (await page.call(looksLight));
