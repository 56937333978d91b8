import type { PdfOptions } from '@tintype/contracts';
import { fitBoxes, fitDocument, moveDirection } from '../../in-page/print/fit-width.js';
import type { Run } from '../run.js';
import type { Content } from './page-box.js';

/**
 * If a document is wider than the paper, Chromium divides its size by this factor at most. Chromium does not shrink a
 * document that begins at the right.
 */
const chromiumShrinks = 1.5;
const leastScale = 0.1;
const pixelsPerInch = 96;

export interface DocumentWidth {
  /** CSS pixels. */
  width: number;
  /** The document begins at the right. */
  isFromRight: boolean;
}

/** The widest document, in CSS pixels, that Chromium can print on these inches of paper at this scale. */
const heldWidth = (inches: number, scale: number, isFromRight: boolean): number =>
  ((inches * pixelsPerInch) / scale) * (isFromRight ? 1 : chromiumShrinks);

/** Advice for the client. */
const advice = (
  { scale }: PdfOptions,
  { width, isFromRight }: DocumentWidth,
  { width: content, turned = 0 }: Content,
) => {
  const fitting = Math.floor((heldWidth(content, 1, isFromRight) / width) * 100) / 100;
  if (fitting < leastScale) return 'Use a wider paper: `width` and `height`.';
  const turn = heldWidth(turned, scale, isFromRight) >= width ? ' or `landscape=true`' : '';
  return `Use \`scale=${fitting}\`${turn}.`;
};

/** A sentence for the client if the paper is too narrow for the document, even if Chromium shrinks it. */
export const tooWide = (options: PdfOptions, wide: DocumentWidth, content: Content): string | undefined => {
  const held = Math.floor(heldWidth(content.width, options.scale, wide.isFromRight));
  const width = Math.ceil(wide.width);
  // Chromium rounds papers to points.
  if (width <= held + 2) return undefined;
  const side = wide.isFromRight ? 'left' : 'right';
  return (
    `The page is ${width} pixels wide, and the paper holds ${held}: ` +
    `${width - held} pixels at the ${side} are missing. ${advice(options, wide, content)}`
  );
};

const cutBoxes = (boxes: number, pixels: number): string => {
  const [what, show] = boxes === 1 ? ['A box that scrolls', 'shows'] : [`${boxes} boxes that scroll`, 'show'];
  return `${what} sideways ${show} only ${boxes === 1 ? 'its' : 'their'} beginning: up to ${Math.ceil(pixels)} pixels are missing. Use \`landscape=true\`, a smaller \`scale\` or a wider paper.`;
};

const notLookedAt =
  'The page is too long to look at every box within 1 s. Boxes near its end that scroll sideways may show only their beginning. Print it in parts.';

/** Fits the document to the paper where it can, and warns of what the print will lack at the side. */
export const fitPaper = async (run: Run<'pdf'>, content: Content, screenOverflow: number): Promise<void> => {
  const { page, options, warnings } = run;
  // These run in this order: commands of one page do not overtake each other.
  const [{ boxes, pixels, isPartial }, isFromRight, width] = await Promise.all([
    page.call(fitBoxes),
    page.call(moveDirection),
    page.call(fitDocument, screenOverflow, chromiumShrinks),
  ]);
  const sentence = tooWide(options, { width, isFromRight }, content);
  if (sentence) warnings.push(sentence);
  if (boxes > 0) warnings.push(cutBoxes(boxes, pixels));
  if (isPartial) warnings.push(notLookedAt);
};
