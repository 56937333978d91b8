import { loadLazy } from '../in-page/loading.js';
import { canvasBrightness } from '../in-page/picture.js';
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

/** Of what is brighter, Chromium's own dark rendering darkens the background; of what is less bright, the text alone. */
const darkenedBrightness = 205;
/** Of what is less bright, a page without dark styles of its own would not look so. */
const lightBrightness = 128;

/** How a page looks that was asked to be dark: `dark`, `light`, or between them, where Chromium makes it unreadable. */
export const darknessOf = async ({ page, options }: Run): Promise<'dark' | 'between' | 'light'> => {
  if (!options.darkMode) return 'dark';
  const brightness = await page.call(canvasBrightness);
  if (brightness > darkenedBrightness) return 'light';
  return brightness > lightBrightness ? 'between' : 'dark';
};
