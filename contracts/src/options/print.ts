import { limits } from '../limits.js';
import { flag } from './values/codecs.js';
import { base64Url } from './values/encoded.js';
import { pageRanges } from './values/page-ranges.js';

/** A pattern for the hexadecimal codes of a letter's two cases. For `u`, 75 and 55 become `[57]5`. */
const hexPatternOf = (letter: string): string => {
  const [high = '', low = ''] = letter.charCodeAt(0).toString(16);
  return `[${Number(high) - 2}${high}]${low}`;
};

/** Matches text with an element. Text without one is not HTML, or it was not encoded, or was encoded twice. */
const hasElement = '(?=[^]*<[a-z])';
/**
 * Excludes data URLs and `#…`, which load nothing from outside the template. The quote separates two `\s*`: without it,
 * the pattern would take quadratic time over blanks.
 */
const outsideTemplate = '(?!\\s*(?:["\']\\s*)?(data:|#))';
/** Matches `url`, in which each letter may be a CSS escape. */
const urlWord = ['u', 'r', 'l'].map((letter) => `(\\\\?${letter}|\\\\0{0,4}${hexPatternOf(letter)}\\s?)`).join('');
/**
 * Finds what a template would load. Chromium loads nothing for a template: pictures would be missing. A style sheet or
 * font would fail the whole print.
 */
const loadPattern = `(${[
  '<(link|meta|script|iframe|object|embed|base)\\b',
  '@import\\b',
  `[\\s"'/](src(set)?|poster|background|xlink:href)\\s*=${outsideTemplate}`,
  `<(image|use|feimage)\\b[^<>]*[\\s"'/]href\\s*=${outsideTemplate}`,
  `(?<!\\w)${urlWord}\\(${outsideTemplate}`,
  `\\bimage-set\\(\\s*["'](?!\\s*data:)`,
].join('|')})`;

const faultOf = (text: string): string | undefined => {
  if (text.length > limits.templateLength)
    return `has ${text.length} characters: send at most ${limits.templateLength}`;
  const [loads] = new RegExp(loadPattern, 'i').exec(text) ?? [];
  if (loads !== undefined)
    return `has \`${loads.trim().slice(0, 20)}\`, but header and footer cannot load files: use style attributes, and data: URLs`;
  return 'is text without an element: send HTML such as <b>Confidential</b> (in a URL: its base64url, once)';
};

const template = () =>
  base64Url(
    `HTML of up to ${limits.templateLength} characters, with pictures and fonts as data: URLs`,
    new RegExp(`^${hasElement}(?![^]*${loadPattern})[^]{1,${limits.templateLength}}$`, 'i'),
    faultOf,
  ).optional();

/** Options of a PDF that do not concern its paper, margins or scale. */
export const printOptions = {
  header: template().describe(
    'HTML at the top of each page, in base64url. Elements of class date, title, url, pageNumber and totalPages get that value.',
  ),
  footer: template().describe('The same at the bottom of each page.'),
  pageRanges: pageRanges().optional().describe('Pages to print, such as 1-3,5 or 2-; all by default.'),
  outline: flag().default(false).describe('Make bookmarks of the headings.'),
  tagged: flag().default(true).describe('Write the structure that screen readers use.'),
  singlePage: flag().default(false).describe('Print one page, as long as the document.'),
  preferCssPageSize: flag().default(false).describe('Let a size in `@page` win over the paper of the request.'),
};
