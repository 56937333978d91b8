/**
 * What Playwright says of a call that failed: the call and a sentence, and then a log of what it did.
 *
 *     locator.click: Timeout 5000ms exceeded.
 *     Call log:
 *       - waiting for locator('#save')
 *         - locator resolved to <button id="save">Save</button>
 *
 * Pages write in both: the sentence may have an address in it, and the log quotes elements. So a sentence is known by how it
 * begins, and of the log only whole entries are, which Playwright keeps apart (`log`): none is what a page says and no more.
 */

/** How the sentences begin. */
const sentences = {
  closed:
    /Target page, context or browser has been closed|Session already detached\. Most likely the page has been closed/,
  crashed: /(Target|Page) crashed/,
  detached: /(Frame|Navigating frame) was detached|Frame has been detached/,
  download: /Download is starting/,
  interrupted: /Navigation to ".*" is interrupted by another navigation/s,
  // Of our own connection to the browser.
  tooLarge: /Too large to be read/,
  // Or its document was, before anything has been done with it.
  replaced: /Element is not attached to the DOM|Protocol error \(DOM\.scrollIntoViewIfNeeded\): Cannot find/,
  noMatch: /Selector ".*" does not match any element/s,
  unchanged: /Clicking the checkbox did not change its state/,
  noSelect: /Element is not a <select> element/,
  noCheckbox: /Not a checkbox or radio button/,
  radio: /Cannot uncheck radio button/,
  noField: /(Element|Node) is not an <input>, <textarea>/,
  textless: /Input of type "\w+" cannot be filled/,
  noNumber: /Cannot type text into input\[type=number\]/,
  malformed: /Malformed value/,
} satisfies Record<string, RegExp>;

export type PlaywrightErrorKind = keyof typeof sentences;

const netError = /net::ERR_\w+/;

/** `locator.click: `, and who has failed: `Error: `, `Protocol error (Page.navigate): `. */
const prefix = /(?:[\w$]+\.[\w$]+: )?(?:Error: |Protocol error \([\w.]+\): )?/;

const beginsWith = ({ source, flags }: RegExp) => new RegExp(`^${prefix.source}(${source})`, flags);

const patterns = Object.entries(sentences).map(
  ([kind, sentence]) => [kind as PlaywrightErrorKind, beginsWith(sentence)] as const,
);

const beginsWithNetError = beginsWith(netError);

const sentenceOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  return message.split('\nCall log:\n', 1)[0] ?? '';
};

/** Why a call failed; undefined for what is not in words that we know. */
export const playwrightErrorKind = (error: unknown): PlaywrightErrorKind | undefined => {
  const sentence = sentenceOf(error);
  return patterns.find(([, beginning]) => beginning.test(sentence))?.[0];
};

/** Chromium's name for why a navigation failed: `net::ERR_…` */
export const netErrorOf = (error: unknown): string | undefined => beginsWithNetError.exec(sentenceOf(error))?.[1];

/** Without what shows how entries belong together: `  - `, and `  2 × ` before the first of several that came again. */
const entriesOf = (error: unknown): string[] => {
  const { log } = (error ?? {}) as { log?: unknown };
  return Array.isArray(log) ? log.map((entry) => String(entry).replace(/^\s*(-|\d+ ×) /, '')) : [];
};

/** How far a click had come that failed all the same: the mouse was on its way to the page, or has clicked there. */
export const clickStage = (error: unknown): 'begun' | 'done' | undefined => {
  const entries = entriesOf(error);
  if (entries.includes('click action done')) return 'done';
  const begun = entries.lastIndexOf('performing click action');
  return begun > entries.lastIndexOf('retrying click action') ? 'begun' : undefined;
};
