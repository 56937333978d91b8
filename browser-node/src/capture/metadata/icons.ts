import type { Icon } from '../../in-page/content/document-facts.js';

/** Sizes in pixels that scalable icons and icons without a size count as. Scalable ones rank just below `touch`. */
const assumedSizes = { touch: 180, scalable: 179, other: 16 };

const sizeOf = ({ rel, type, href, sizes: named }: Icon): number => {
  if (/\bany\b/i.test(named) || /svg/i.test(type) || /\.svg$/i.test(href)) return assumedSizes.scalable;
  const widths = [...named.matchAll(/(\d{1,5})x\d/gi)].map(([, width]) => Number(width));
  if (widths.length > 0) return Math.max(...widths);
  return /apple-touch/i.test(rel) ? assumedSizes.touch : assumedSizes.other;
};

const isForDark = ({ media }: Icon) => /dark/i.test(media);

/** The addresses of a page's icons: the largest first, and those for dark backgrounds last. */
export const bestIcons = (icons: readonly Icon[]): string[] =>
  icons
    .toSorted((a, b) => Number(isForDark(a)) - Number(isForDark(b)) || sizeOf(b) - sizeOf(a))
    .map(({ href }) => href);
