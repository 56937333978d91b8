import { limits, TintypeError } from '@tintype/contracts';
import { painted, waitForSelector } from '../in-page/loading.js';
import { atMost, type Run } from './run.js';

/** What scripts fetch after the load event is waited for, so many milliseconds at most. */
const quietMs = 5000;
/** Kept back for the capture. */
const captureMs = 2000;
const paintedMs = 5000;
/** A page whose requests stop for so long is quiet; one that had none at its load event does not wait. */
const pauseMs = 100;

const selectorOfId = (id: string) => `[id=${JSON.stringify(id)}]`;

/** The selectors that the options name, an id as a selector. */
export const selectorsOf = (selector: string | undefined, id: string | undefined): string[] => [
  ...(selector === undefined ? [] : [selector]),
  ...(id === undefined ? [] : [selectorOfId(id)]),
];

const quiet = async ({ page: { activity }, deadline }: Run, signal: AbortSignal) => {
  while (!activity.quiet) {
    await activity.until(() => activity.quiet, signal);
    await deadline.sleep(pauseMs);
  }
};

/** Waits until the page's requests have paused, where it has any. Never throws for a page that does not. */
export const waitUntilQuiet = async (run: Run): Promise<void> => {
  if (!run.page.activity.quiet) await atMost(run, quietMs, (signal) => quiet(run, signal));
};

/** Waits for fonts and pictures, but not for those of a page that has had its time. */
export const waitUntilPainted = async (run: Run): Promise<void> => {
  if (run.page.activity.givenUp) return;
  const complete = await atMost(run, paintedMs, (_, budgetMs) => run.page.call(painted, budgetMs));
  if (!complete) run.warnings.push('Some pictures or fonts had not loaded.');
};

/** Waits for an element as long as the options allow; answers whether it came. Throws for a bad selector. */
export const waitForElement = async (run: Run, selector: string, wait: { visible: boolean; ms: number }) => {
  // A point in time, because a page that goes on to another document is waited for anew there.
  const ends = Math.min(Date.now() + wait.ms, run.deadline.at - captureMs);
  const outcome = await run.page.call(waitForSelector, selector, wait.visible, ends);
  if (outcome === 'invalid') throw new TintypeError('invalid_option', `The selector ${selector} is not valid CSS.`);
  return outcome === 'found';
};

/** Waits until the page is what the client wants to see: quiet, painted, its elements there, its delay over. */
export const settle = async (run: Run): Promise<void> => {
  const { options, warnings } = run;
  await waitUntilQuiet(run);
  for (const selector of selectorsOf(options.waitFor, options.waitForId)) {
    const found = await waitForElement(run, selector, { visible: false, ms: limits.waitForSeconds * 1000 });
    if (!found) warnings.push(`Nothing matched ${selector} within ${limits.waitForSeconds} s.`);
  }
  if (options.delay > 0) await run.deadline.sleep(options.delay * 1000);
  await waitUntilPainted(run);
};
