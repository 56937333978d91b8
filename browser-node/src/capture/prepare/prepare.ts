import { ifInTime } from '@tintype/runtime';
import { answer, loadImagesEagerly, waitForTimer } from '../../in-page/loading.js';
import { waitUntilPainted, waitUntilQuiet } from '../load/wait-until-still.js';
import { cutByTimeout, type Run, withBudget, withinLimit, withPatience } from '../run.js';
import { inFrames } from '../sweeps/frames.js';
import { darkenDocument, loadLazy } from './joined-functions.js';

/** For scrolling through a page: two thirds with waits for its content, the last third without. */
const lazyMs = 15_000;
/** Window heights. */
const lazyScreens = 200;

const timerMs = 500;

/** Whether the document may run scripts. A policy with `sandbox` also stops the timers and frames of our world. */
const runsScripts = async (run: Run): Promise<boolean> => {
  if (!run.options.javascript) return false;
  const timerRuns = async () => (await withBudget(run, timerMs, () => run.page.call(waitForTimer))) === true;
  if (await timerRuns()) return true;
  // A long task delays timers too: ask again after it.
  await run.page.call(answer);
  return timerRuns();
};

/** Limits for the list of a page's functions, which a page can make very long. */
const functionsBytes = 4 * 1024 * 1024;
const functionsMs = 1000;

const hasFunctions = async (session: Run['page']['session']): Promise<boolean> => {
  // DevTools keeps the order.
  const [, { result }] = await Promise.all([
    session.send('Profiler.enable'),
    session.send('Profiler.getBestEffortCoverage', undefined, functionsBytes),
    session.send('Profiler.disable'),
  ]);
  return result.some(({ url }) => url !== '');
};

/**
 * Whether scripts may run without a trace in the document: they removed their elements, or came with the request. A
 * script that only observes has no listener, but Chromium knows its functions. Our own functions have no URL.
 */
const hasHiddenScripts = async ({ options, page: { session } }: Run): Promise<boolean> => {
  if (options.js !== undefined) return true;
  const { jsEventListeners } = await session.send('Memory.getDOMCounters');
  if (jsEventListeners > 0) return true;
  return (await ifInTime(hasFunctions(session), functionsMs)) ?? true;
};

/** Scrolls through the page, unless no script would notice a scroll, a resize or a print. Resolves to whether none would. */
const scroll = async (run: Run, shownScreens: number): Promise<boolean> => {
  const begun = Date.now();
  const limits = { maxScreens: Math.min(lazyScreens, shownScreens), hasOtherScripts: await hasHiddenScripts(run) };
  const end = await withPatience(run, lazyMs, (_, timeoutMs) => run.page.call(loadLazy, { timeoutMs, ...limits }));
  const isWhole = end === 'whole' || end === 'unwatched' || (end === 'screens' && shownScreens <= lazyScreens);
  if (!isWhole && !cutByTimeout(run))
    run.warnings.push(
      end === 'screens'
        ? `The page was scrolled to ${lazyScreens} windows only: later content that loads when it is seen may be missing.`
        : `The page is too long to load ${withinLimit(run, lazyMs, begun)}: content near its end may be missing.`,
    );
  return end === 'unwatched';
};

/**
 * Loads lazy content for an output that shows more than the window: `shownScreens` window heights of the page.
 * Resolves to whether no script would notice changes of the window.
 */
export const loadEverything = async (run: Run, shownScreens = Infinity): Promise<boolean> => {
  if (cutByTimeout(run)) return false;
  let isUnwatched = false;
  if (await runsScripts(run)) isUnwatched = await scroll(run, shownScreens);
  else {
    await run.page.call(loadImagesEagerly);
    const reason = run.options.javascript ? 'a policy (`sandbox`)' : '`javascript=false`';
    run.warnings.push(`Lazy content may be missing, because ${reason} stops the scripts of the page.`);
  }
  await waitUntilQuiet(run);
  await waitUntilPainted(run);
  return isUnwatched;
};

/** A page of 3,000 elements takes 0.1 s. `watch` ends scripts that run for 5 s. */
const darkenMs = 4000;
/** A document looks at its elements for this share of the time. Then it changes them at once. */
const lookingShare = 0.75;
const staysLight = {
  time: `Parts of the page stay light: \`darkMode\` takes ${darkenMs / 1000} s at most.`,
  elements: 'Parts of the page stay light: `darkMode` changes only the first 30,000 elements of a document.',
  failed: 'Parts of the page stay light: `darkMode` failed on this page.',
};

/**
 * Makes the page and its frames dark, for an output that shows the screen. Parts that are dark by their own styles
 * stay.
 */
export const darken = async (run: Run): Promise<void> => {
  if (!run.options.darkMode) return;
  let cause: keyof typeof staysLight = 'time';
  let isMainDark = false;
  let areAllDark = true;
  const isDone = await withBudget(run, darkenMs, async (_, budgetMs) => {
    const ends = Date.now() + budgetMs * lookingShare;
    await inFrames(run.page, async ({ call, isMain }) => {
      const end = await call(darkenDocument, ends).catch((error: unknown) => {
        // A frame may have left the page.
        if (isMain) cause = 'failed';
        throw error;
      });
      if (end === 'elements' && cause === 'time') cause = end;
      areAllDark &&= end === true;
      isMainDark ||= isMain && end === true;
    });
    return true;
  });
  if (!isDone || !isMainDark || !areAllDark) run.warnings.push(staysLight[cause]);
};
