import { codec } from './codecs.js';

/** Pages of a PDF, counted from 1, both included. */
export interface PageRange {
  first: number;
  /** Infinity: to the end. */
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
  const isClosed = last !== Number.POSITIVE_INFINITY;
  return isPage(first) && first <= last && (!isClosed || isPage(last)) ? { first, last } : undefined;
};

/** Reads `1-3,5,8-` or `-2`, with blanks or without. */
export const pageRanges = () =>
  codec(
    `up to ${maxRanges} pages or ranges from 1 to ${largestPage}, such as 1-3,5 or 2-`,
    { type: 'string', pattern: '^[0-9, -]+$' },
    (text) => {
      const ranges = text.split(',').map(rangeOf);
      const isRead = (range: PageRange | undefined): range is PageRange => range !== undefined;
      return ranges.length <= maxRanges && ranges.every(isRead) ? ranges : undefined;
    },
  );
