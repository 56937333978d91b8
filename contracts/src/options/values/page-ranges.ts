import { codec } from './codecs.js';

/** Pages of a PDF from `first` to `last`, both included. The first page of a PDF is 1. */
export interface PageRange {
  first: number;
  /** Infinity: the last page of the PDF. */
  last: number;
}

const largestPage = 99_999;
const maxRanges = 100;

const isPage = (page: number) => page >= 1 && page <= largestPage;

const rangeOf = (text: string): PageRange | undefined => {
  const [, from = '', dash = '', to = ''] = /^\s*(\d*)\s*(-?)\s*(\d*)\s*$/.exec(text) ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? 1 : Number(from);
  const last = to === '' ? (dash === '' ? first : Number.POSITIVE_INFINITY) : Number(to);
  const hasEnd = last !== Number.POSITIVE_INFINITY;
  return isPage(first) && first <= last && (!hasEnd || isPage(last)) ? { first, last } : undefined;
};

/** Reads pages and ranges such as `1-3,5,8-` or `-2`, with blanks or without. */
export const pageRanges = () =>
  codec(
    `up to ${maxRanges} pages or ranges from 1 to ${largestPage}, such as 1-3,5 or 2-`,
    { type: 'string', pattern: '^[0-9, -]+$' },
    (text) => {
      const ranges = text.split(',').map(rangeOf);
      const isValid = (range: PageRange | undefined): range is PageRange => range !== undefined;
      return ranges.length <= maxRanges && ranges.every(isValid) ? ranges : undefined;
    },
  );
