import { loadLazy } from '../in-page/load-lazy.js';
import { looksLight } from '../in-page/looks-light.js';
import { atMost, type Run } from './run.js';
import { waitUntilPainted, waitUntilQuiet } from './settle.js';

const lazyMs = 10_000;
const lazyScreens = 200;

const loadEverything = async (run: Run) => {
  const complete = await atMost(run, lazyMs, (_, budgetMs) => run.page.call(loadLazy, budgetMs, lazyScreens));
  if (!complete) run.warnings.push('The page was too long to be loaded to its end.');
  await waitUntilQuiet(run);
  await waitUntilPainted(run);
};

const darken = async (run: Run) => {
  if (!(await run.page.call(looksLight))) return;
  await run.page.session.send('Emulation.setAutoDarkModeOverride', { enabled: true });
};

/** Changes the page as the options ask, once it has settled. */
export const prepare = async (run: Run): Promise<void> => {
  const { options, page } = run;
  if (options.full) await loadEverything(run);
  if (options.darkMode) await darken(run);
  if (options.transparent && options.type !== 'jpeg') {
    await page.session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  }
};
