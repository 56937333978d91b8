/**
 * Recognises why a call of Playwright failed. The error's message holds the call, a sentence, and then a log:
 *
 *     locator.click: Timeout 5000ms exceeded.
 *     Call log:
 *       - waiting for locator('#save')
 *         - locator resolved to <button id="save">Save</button>
 *
 * Pages can write into both: the sentence may hold an address, and the log quotes elements. So only a sentence's
 * beginning counts, and whole entries of the log, which Playwright also keeps as a list (`log`). No page can imitate
 * a whole entry.
 */

const sentences = {
  closed:
    /Target page, context or browser has been closed|Session already detached\. Most likely the page has been closed/,
  crashed: /(Target|Page) crashed/,
  detached: /(Frame|Navigating frame) was detached|Frame has been detached/,
  download: /Download is starting/,
  interrupted: /Navigation to ".*" is interrupted by another navigation/s,
  // A message of our connection to the browser.
  tooLarge: /Too large to be read/,
  // This includes an element whose document was replaced.
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

/** `locator.click: `, then `Error: ` or `Protocol error (Page.navigate): `. */
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

/** Undefined for an unknown message. */
export const playwrightErrorKind = (error: unknown): PlaywrightErrorKind | undefined => {
  const sentence = sentenceOf(error);
  return patterns.find(([, beginning]) => beginning.test(sentence))?.[0];
};

export const netErrorOf = (error: unknown): string | undefined => beginsWithNetError.exec(sentenceOf(error))?.[1];

/** Log entries without the marks `  - ` and, before repeated ones, `  2 × `. */
const entriesOf = (error: unknown): string[] => {
  const { log } = (error ?? {}) as { log?: unknown };
  return Array.isArray(log) ? log.map((entry) => String(entry).replace(/^\s*(-|\d+ ×) /, '')) : [];
};

/** How far a failed click got: its mouse events began, or the click is done. */
export const clickStage = (error: unknown): 'begun' | 'done' | undefined => {
  const entries = entriesOf(error);
  if (entries.includes('click action done')) return 'done';
  const begun = entries.lastIndexOf('performing click action');
  return begun > entries.lastIndexOf('retrying click action') ? 'begun' : undefined;
};
