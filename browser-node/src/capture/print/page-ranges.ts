import type { PageRange } from '@tintype/contracts';

type Ranges = readonly PageRange[];

const isOpen = ({ last }: PageRange) => last === Number.POSITIVE_INFINITY;

/** The ranges in the form that `Page.printToPDF` takes. */
export const rangesText = (ranges: Ranges): string =>
  ranges.map((range) => (isOpen(range) ? `${range.first}-` : `${range.first}-${range.last}`)).join(',');

/** The ranges in order, so that no page is in two of them. */
const merged = (ranges: Ranges): PageRange[] => {
  const result: PageRange[] = [];
  for (const range of ranges.toSorted((one, other) => one.first - other.first)) {
    const before = result.at(-1);
    if (before && range.first <= before.last + 1) before.last = Math.max(before.last, range.last);
    else result.push({ ...range });
  }
  return result;
};

/** The first requested page that the document lacks; undefined if `printed` pages are all that was requested. */
const missingPage = (ranges: Ranges, printed: number): number | undefined => {
  let left = printed;
  for (const range of merged(ranges)) {
    const pages = range.last - range.first + 1;
    if (left < pages) return isOpen(range) && left > 0 ? undefined : range.first + left;
    left -= pages;
  }
  return undefined;
};

/**
 * A sentence for the client if the document ends before the ranges do. Without a printed page, it says what to change.
 */
export const missingPages = (ranges: Ranges, printed: number): string | undefined => {
  const page = missingPage(ranges, printed);
  if (page === undefined) return undefined;
  return printed > 0
    ? `The document has no page ${page}: \`pageRanges\` asks for more pages than there are.`
    : `The document has no page ${page}. Take pages from 1 in \`pageRanges\`, or leave it out.`;
};

const pageType = Buffer.from('/Type /Page');
const nameEnd = /[\s/>[(]/;

/** Counts the pages in Chromium's file. Chromium compresses contents, but not the dictionaries that describe pages. */
export const countPages = (file: Buffer): number => {
  let count = 0;
  for (let at = file.indexOf(pageType); at !== -1; at = file.indexOf(pageType, at + 1)) {
    const next = file[at + pageType.length];
    if (next !== undefined && nameEnd.test(String.fromCharCode(next))) count += 1;
  }
  return count;
};
