import { limits, notCss, TintypeError } from '@tintype/contracts';
import { ifInTime, race } from '@tintype/runtime';
import { lateFontMs, standsStill, waitForImages, waitForSelector, waitForVisibleText } from '../../in-page/loading.js';
import {
  afterQueue,
  cutByTimeout,
  patienceOf,
  type Run,
  reportPartial,
  waitsAreOver,
  withinLimit,
  withinShare,
  withPatience,
} from '../run.js';
import type { NetworkIdle } from './network-idle.js';

/** Longest wait for requests after the load event. */
const quietMs = 5000;
const imagesMs = 5000;
/** Limit of a page's later waits after one timed out: the page may send requests all the time. */
const slowMs = 1000;
/** A page may answer this much later than its own timer ends. */
const lateMs = 500;
/** The last requests may lead to others: the page is quiet only after this time without requests. */
const pauseMs = 100;
/** The page's count of late parts has this time to arrive. */
const answerMs = 200;

const selectorOfId = (id: string) => `[id=${JSON.stringify(id)}]`;

/** The selectors of the options; an id becomes a selector. */
export const selectorsOf = (selector: string | undefined, id: string | undefined): string[] => [
  ...(selector === undefined ? [] : [selector]),
  ...(id === undefined ? [] : [selectorOfId(id)]),
];

/** Waits `pauseMs`, in which other requests may follow. If none may and nothing moves, waits only for two frames. */
const pause = async ({ page, deadline }: Run, mayRequestMore: boolean): Promise<void> => {
  const begun = performance.now();
  const isStill = !mayRequestMore && (await ifInTime(page.call(standsStill), pauseMs));
  if (!isStill) await deadline.sleep(Math.max(pauseMs - (performance.now() - begun), 0));
};

const quiet = async (run: Run, signal: AbortSignal) => {
  const { activity } = run.page;
  while (!activity.quiet) {
    const { scriptableEnds } = activity;
    await activity.until(() => activity.quiet, signal);
    // Pictures and fonts alone lead to no other requests.
    await pause(run, activity.scriptableEnds > scriptableEnds);
  }
};

/** Waits for a pause in the page's requests, if there are any. A timeout is not an error. */
export const waitUntilQuiet = async (run: Run): Promise<void> => {
  const { activity } = run.page;
  if (activity.quiet) return;
  const isQuiet = await withPatience(run, activity.isSlow ? slowMs : quietMs, async (signal) => {
    await quiet(run, signal);
    return true;
  });
  if (!isQuiet && !cutByTimeout(run)) activity.leaveHanging();
};

interface Parts {
  /** Fonts and images that did not load in time. */
  late: number;
  /** How long a script may still ask for a font: the answer of `lateFontMs`. */
  fontMs: number;
}

/** Calls both functions at once, because a busy page answers each call late. They share `timeoutMs`. */
const waitForParts = new Function(
  'timeoutMs',
  `const ends = performance.now() + timeoutMs;
   return (${waitForImages})(timeoutMs).then(async (late) => ({
     late,
     fontMs: late > 0 ? 0 : await (${lateFontMs})(ends - performance.now()),
   }));`,
) as (timeoutMs: number) => Promise<Parts>;

/** Waits for fonts and images by `script`, unless nothing is to wait for them. Warns at most once for each document. */
const waitPainted = async <T>(
  run: Run,
  script: (timeoutMs: number) => Promise<T>,
  lateIn: (answer: T) => number,
): Promise<T | undefined> => {
  const { activity } = run.page;
  if (activity.ignoresParts) return undefined;
  const ms = activity.arePartsLate ? slowMs : imagesMs;
  let allowedMs = ms;
  const answer = await withPatience(run, ms, (_, budgetMs) => {
    allowedMs = budgetMs;
    return run.page.call(script, Math.max(budgetMs - answerMs, 0)) as Promise<T>;
  });
  const late = answer === undefined ? undefined : lateIn(answer);
  if (late !== 0) warnOfLate(run, late, ms, allowedMs);
  return answer;
};

const warnOfLate = (run: Run, late: number | undefined, ms: number, allowedMs: number): void => {
  const { activity } = run.page;
  if (activity.arePartsLate || cutByTimeout(run)) return;
  activity.arePartsLate = true;
  const count = late === undefined ? '' : `: ${late}`;
  const within = allowedMs < ms ? withinShare(run, allowedMs) : `in time, ${imagesMs / 1000} s at most`;
  const sentence = `Images or fonts did not load ${within}${count}. A \`delay\` gives them more.`;
  // Only the request's lack of time makes the result partial. Else another render of this page may lack the same.
  if (allowedMs < ms) reportPartial(run, sentence);
  else run.warnings.push(sentence);
};

/** At most this many hosts in one warning. */
const maxHosts = 3;

/** Warns of pictures and fonts that never came, unless another warning says that the page is incomplete. */
export const reportHung = (run: Run): void => {
  const { activity } = run.page;
  const isDrawn = run.endpoint !== 'content' && run.endpoint !== 'metadata';
  if (!isDrawn || activity.ignoresParts || activity.arePartsLate || waitsAreOver(run)) return;
  const hosts = activity.hungHosts.slice(0, maxHosts);
  if (hosts.length === 0) return;
  run.warnings.push(`Pictures or fonts of ${hosts.join(', ')} did not arrive: the result may lack them.`);
};

export const waitUntilPainted = async (run: Run): Promise<void> => {
  await waitPainted(run, waitForImages, (late) => late);
};

/** Waits also for a font that a script asks for after the load event, if a script names fonts. */
const waitForLateFonts = async (run: Run): Promise<void> => {
  const { activity } = run.page;
  const parts = await waitPainted(run, waitForParts, ({ late }) => late);
  if (!parts || parts.fontMs === 0 || activity.ignoresParts) return;
  const { fonts } = activity;
  await withPatience(run, parts.fontMs, (signal) =>
    activity.until(() => activity.fonts > fonts || activity.ignoresParts, signal),
  );
  await waitUntilQuiet(run);
  await waitUntilPainted(run);
};

/** Calls a function of `in-page/` that waits until `ends`, in ms of the Unix epoch. Returns `missing` if it is too late. */
const waitInPage = async <T extends string>(run: Run, ms: number, wait: (ends: number) => Promise<T>) => {
  // An absolute time: after a navigation the wait starts again in the new document.
  const ends = Date.now() + Math.min(ms, patienceOf(run));
  // In a sandboxed document, our timers stand still: the function looks once, and this deadline ends the wait.
  const signal = AbortSignal.timeout(Math.max(ends - Date.now(), 0) + lateMs);
  return race(wait(ends), signal).catch((error: unknown) => {
    if (signal.aborted) return 'missing';
    throw error;
  });
};

/** Returns whether the element appeared. Throws for an invalid selector. */
export const waitForElement = async (run: Run, selector: string, wait: { visible: boolean; ms: number }) => {
  const outcome = await waitInPage(run, wait.ms, (ends) =>
    run.page.call(waitForSelector, selector, wait.visible, ends),
  );
  if (outcome === 'invalid') throw new TintypeError('invalid_option', notCss(selector));
  return outcome === 'found';
};

const maxQuoted = 100;

/** Cuts a selector to 100 characters for a warning. It may have 1,000. */
export const quoted = (selector: string): string =>
  selector.length > maxQuoted ? `${selector.slice(0, maxQuoted)}…` : selector;

/** Reports a selector of the options that matches nothing: as a warning, or with `failOn` as an error. */
export const reportMissing = ({ options, warnings }: Run, sentence: string): void => {
  if (options.failOn?.includes('selector')) throw new TintypeError('page_failed', sentence);
  // A second document may lack the element, too.
  if (!warnings.includes(sentence)) warnings.push(sentence);
};

const waitForWanted = async (run: Run): Promise<void> => {
  const { waitFor, waitForId, waitForText } = run.options;
  const ms = limits.waitForSeconds * 1000;
  for (const selector of selectorsOf(waitFor, waitForId)) {
    const begun = Date.now();
    const found = await waitForElement(run, selector, { visible: false, ms });
    if (!found) reportMissing(run, `No element matched ${quoted(selector)} ${withinLimit(run, ms, begun)}.`);
  }
  if (waitForText === undefined) return;
  const begun = Date.now();
  const text = await waitInPage(run, ms, (ends) => run.page.call(waitForVisibleText, waitForText, ends));
  if (text !== 'found') run.warnings.push(`The text of \`waitForText\` did not appear ${withinLimit(run, ms, begun)}.`);
};

/** Waits for the whole `delay`. Only the option `timeout` and the deadline cut it. */
const waitForDelay = async (run: Run): Promise<void> => {
  const { delay } = run.options;
  const ms = Math.min(delay * 1000, patienceOf(run));
  await run.deadline.sleep(ms);
  if (ms === delay * 1000 || waitsAreOver(run)) return;
  reportPartial(
    run,
    `The \`delay\` of ${delay} s was cut to ${(ms / 1000).toFixed(1)} s: the request has no more time${afterQueue(run)}.`,
  );
};

export interface StillOptions {
  /** Uses the page, once it is quiet. */
  act?: (() => Promise<void>) | undefined;
  /** For `waitUntil=networkidle`. */
  idle?: NetworkIdle | undefined;
}

/** Waits for a pause in requests, what the options name, the delay, fonts and images. */
export const waitUntilStill = async (run: Run, { act, idle }: StillOptions = {}): Promise<void> => {
  const { options } = run;
  const waitUntilIdle = () => (idle ? idle.wait(run) : waitUntilQuiet(run));
  await waitUntilIdle();
  if (act) {
    await act();
    await waitUntilIdle();
  }
  await waitForWanted(run);
  if (options.delay > 0) await waitForDelay(run);
  const needsFonts = options.javascript && run.endpoint !== 'content' && run.endpoint !== 'metadata';
  await (needsFonts ? waitForLateFonts(run) : waitUntilPainted(run));
  if (cutByTimeout(run)) run.page.activity.giveUp();
};
