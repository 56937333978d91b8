import { limits } from '../limits.js';
import { flag } from './values/codecs.js';
import { base64Url } from './values/encoded.js';
import { pageRanges } from './values/page-ranges.js';

/** The code of `u`, `r` or `l` in either case: 75 and 55 become `[57]5`. */
const hexOf = (letter: string): string => {
  const [high = '', low = ''] = letter.charCodeAt(0).toString(16);
  return `[${Number(high) - 2}${high}]${low}`;
};

/** Demands an element. Text without one is no HTML, or its encoding was forgotten or doubled. */
const hasElement = '(?=[^]*<[a-z])';
/**
 * Excludes data URLs and `#…`, which are inside the file. The quote is between two `\s*`: adjacent ones take quadratic
 * time over blanks.
 */
const outsideFile = '(?!\\s*(?:["\']\\s*)?(data:|#))';
/** `url`, where each letter may also be a CSS escape. */
const urlWord = ['u', 'r', 'l'].map((letter) => `(\\\\?${letter}|\\\\0{0,4}${hexOf(letter)}\\s?)`).join('');
/**
 * Finds what a template would load. Chromium loads nothing for it: pictures would be missing, and a style sheet or font
 * fails the whole print.
 */
const loading = `(${[
  '<(link|meta|script|iframe|object|embed|base)\\b',
  '@import\\b',
  `[\\s"'/](src(set)?|poster|background|xlink:href)\\s*=${outsideFile}`,
  `<(image|use|feimage)\\b[^<>]*[\\s"'/]href\\s*=${outsideFile}`,
  `(?<!\\w)${urlWord}\\(${outsideFile}`,
  `\\bimage-set\\(\\s*["'](?!\\s*data:)`,
].join('|')})`;

const explain = (text: string): string | undefined => {
  if (text.length > limits.templateLength)
    return `has ${text.length} characters: send at most ${limits.templateLength}`;
  const [loads] = new RegExp(loading, 'i').exec(text) ?? [];
  if (loads !== undefined)
    return `has \`${loads.trim().slice(0, 20)}\`, but header and footer cannot load files: use style attributes, and data: URLs`;
  return 'is text without an element: send HTML such as <b>Confidential</b> (in a URL: its base64url, once)';
};

const template = () =>
  base64Url(
    `HTML of up to ${limits.templateLength} characters, with pictures and fonts as data: URLs`,
    new RegExp(`^${hasElement}(?![^]*${loading})[^]{1,${limits.templateLength}}$`, 'i'),
    explain,
  ).optional();

/** What a PDF has besides its paper and margins. */
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
