import { answer, loadImagesEagerly, waitForTimer } from '../in-page/loading.js';
import { canvasBrightness, invertColours } from '../in-page/picture.js';
import { loadLazy } from './lazy-script.js';
import { type Run, withBudget } from './run.js';
import { waitUntilPainted, waitUntilQuiet } from './wait-until-still.js';

/** The last third is for scrolling without waits. */
const lazyMs = 15_000;
const lazyScreens = 200;

const timerMs = 500;

/** Whether the document may run scripts. A policy with `sandbox` also stops the timers and frames of our world. */
const runsScripts = async (run: Run): Promise<boolean> => {
  const timerRuns = async () => (await withBudget(run, timerMs, () => run.page.call(waitForTimer))) === true;
  if (await timerRuns()) return true;
  // A long task delays timers too: ask again after it.
  await run.page.call(answer);
  return timerRuns();
};

/** Loads lazy content, for an output that shows more than the window. */
export const loadEverything = async (run: Run): Promise<void> => {
  if (await runsScripts(run)) {
    const complete = await withBudget(run, lazyMs, (_, budgetMs) => run.page.call(loadLazy, budgetMs, lazyScreens));
    if (!complete) run.warnings.push('The page is too long: content near its end may not have loaded.');
  } else {
    await run.page.call(loadImagesEagerly);
    run.warnings.push('The page was not scrolled, because its scripts do not run: some content may not have loaded.');
  }
  await waitUntilQuiet(run);
  await waitUntilPainted(run);
};

/** Above this, Chromium's dark rendering changes the background; below, only the text. */
const darkenedBrightness = 205;
/** Below this, a page without dark styles already looks dark. */
const lightBrightness = 128;

/** The page's look under `darkMode`. `between`: Chromium's own darkening would make it unreadable. */
export const darknessOf = async ({ page, options }: Run): Promise<'dark' | 'between' | 'light'> => {
  if (!options.darkMode) return 'dark';
  const brightness = await page.call(canvasBrightness);
  if (brightness > darkenedBrightness) return 'light';
  return brightness > lightBrightness ? 'between' : 'dark';
};

/** Darkens a page without dark styles, for an output that shows the screen. */
export const darken = async (run: Run): Promise<void> => {
  const darkness = await darknessOf(run);
  if (darkness === 'light') await run.page.session.send('Emulation.setAutoDarkModeOverride', { enabled: true });
  if (darkness === 'between') await run.page.call(invertColours);
};
