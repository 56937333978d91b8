import { limits, TintypeError } from '@tintype/contracts';
import { race } from '@tintype/runtime';
import { lateFontMs, waitForImages, waitForSelector } from '../in-page/loading.js';
import { type Run, recordingMs, withBudget } from './run.js';

/** Longest wait for requests after the load event. */
const quietMs = 5000;
/** Reserved for the capture. */
const captureMs = 2000;
const imagesMs = 5000;
/** A page answers within this time after its own timer. */
const lateMs = 500;
/** A page without requests for this time is quiet. */
const pauseMs = 100;

const selectorOfId = (id: string) => `[id=${JSON.stringify(id)}]`;

/** The selectors of the options; an id becomes a selector. */
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

/** Waits for a pause in the page's requests, if there are any. A timeout is not an error. */
export const waitUntilQuiet = async (run: Run): Promise<void> => {
  if (!run.page.activity.quiet) await withBudget(run, quietMs, (signal) => quiet(run, signal));
};

/** Waits for fonts and images, unless the page was given up. */
export const waitUntilPainted = async (run: Run): Promise<void> => {
  if (run.page.activity.givenUp) return;
  const complete = await withBudget(run, imagesMs, (_, budgetMs) => run.page.call(waitForImages, budgetMs));
  if (!complete)
    run.warnings.push(
      `Some images or fonts did not load in time, ${imagesMs / 1000} s at most. A \`delay\` gives them more.`,
    );
};

/** Waits for a font that a script asks for after the load event, if a script names fonts. */
const waitForLateFonts = async (run: Run): Promise<void> => {
  const { activity } = run.page;
  const { fonts } = activity;
  const isRead = run.endpoint === 'content' || run.endpoint === 'metadata';
  const lateMs = isRead || activity.givenUp ? 0 : await run.page.call(lateFontMs);
  if (lateMs === 0) return;
  await withBudget(run, lateMs, (signal) => activity.until(() => activity.fonts > fonts || activity.givenUp, signal));
  await waitUntilQuiet(run);
  await waitUntilPainted(run);
};

/** Returns whether the element appeared. Throws for an invalid selector. */
export const waitForElement = async (run: Run, selector: string, wait: { visible: boolean; ms: number }) => {
  // An absolute time: after a navigation the wait starts again in the new document.
  const ends = Math.min(Date.now() + wait.ms, run.deadline.at - captureMs - recordingMs(run));
  // In a sandboxed document our timers stand still: it looks once, and this deadline ends the wait.
  const signal = AbortSignal.timeout(Math.max(ends - Date.now(), 0) + lateMs);
  const look = run.page.call(waitForSelector, selector, wait.visible, ends);
  const outcome = await race(look, signal).catch((error: unknown) => {
    if (signal.aborted) return 'missing';
    throw error;
  });
  if (outcome === 'invalid') throw new TintypeError('invalid_option', `The selector ${selector} is not valid CSS.`);
  return outcome === 'found';
};

/** Waits for a pause in requests, the requested elements, the delay, fonts and images. `act` uses the page first. */
export const waitUntilStill = async (run: Run, act?: () => Promise<void>): Promise<void> => {
  const { options, warnings } = run;
  await waitUntilQuiet(run);
  await act?.();
  for (const selector of selectorsOf(options.waitFor, options.waitForId)) {
    const found = await waitForElement(run, selector, { visible: false, ms: limits.waitForSeconds * 1000 });
    if (!found)
      warnings.push(`No element matched ${selector} in time: the wait takes ${limits.waitForSeconds} s at most.`);
  }
  if (options.delay > 0) await run.deadline.sleep(options.delay * 1000);
  await waitUntilPainted(run);
  await waitForLateFonts(run);
};
