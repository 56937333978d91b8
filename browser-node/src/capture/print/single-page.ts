import { TintypeError } from '@tintype/contracts';
import { joinPages, pinHeights, rememberHeights } from '../../in-page/print/print.js';
import { applyViewport } from '../open/open.js';
import { viewportOf } from '../open/viewport.js';
import type { Run } from '../run.js';
import { type Margins, maxInches } from './page-box.js';
import { countPages } from './page-ranges.js';
import { print, type Sheet } from './print.js';

const pixelsPerInch = 96;
/** Two points, in inches: Chromium rounds the paper down to points. */
const slack = 2 / 72;
/** Factors for the height of the paper, tried in turn. A print may be higher than its layout on the screen. */
const growth = [1, 1.02, 1.2];

const tooHigh = (pixels: number, inches: number, scale: number): TintypeError => {
  const fitting = Math.floor(scale * (maxInches / inches) * 100) / 100;
  const advice = fitting >= 0.1 ? `Leave out \`singlePage\`, or try \`scale=${fitting}\`.` : 'Leave out `singlePage`.';
  const sentence = `The page is ${pixels} pixels high: ${Math.ceil(inches)} inches. One page of a PDF has at most ${maxInches}. ${advice}`;
  return new TintypeError('result_too_large', sentence);
};

/** Lays the document out as one page, and returns its height in CSS pixels. */
const layOut = async ({ page, options }: Run<'pdf'>, width: number, margins: Margins): Promise<number> => {
  const { marginTop, marginRight, marginBottom, marginLeft } = margins;
  await page.call(joinPages, `${marginTop}in ${marginRight}in ${marginBottom}in ${marginLeft}in`);
  await page.call(rememberHeights);
  const inches = (width - marginLeft - marginRight) / options.scale;
  await applyViewport(page.session, {
    ...viewportOf(options),
    width: Math.max(Math.round(inches * pixelsPerInch), 1),
    height: 1,
  });
  return page.call(pinHeights);
};

/** Prints one page of this width that is as long as the document. Throws `result_too_large` above 200 inches. */
export const printSinglePage = async (run: Run<'pdf'>, { width, margins, templates }: Sheet): Promise<Buffer> => {
  const { scale } = run.options;
  const pixels = await layOut(run, width, margins);
  const content = (pixels * scale) / pixelsPerInch;
  let file: Buffer = Buffer.alloc(0);
  for (const factor of growth) {
    const height = Math.max(content * factor + margins.marginTop + margins.marginBottom + slack, width / 100);
    if (height > maxInches && factor === 1) throw tooHigh(pixels, height, scale);
    file = await print(run, { width, height: Math.min(height, maxInches), margins, templates });
    if (countPages(file) === 1) return file;
  }
  run.warnings.push(
    `The document did not fit on one page: parts of it grow with the paper. It has ${countPages(file)}.`,
  );
  return file;
};
