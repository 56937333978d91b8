import { paperOf, TintypeError } from '@tintype/contracts';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { waitForFrames } from '../../in-page/loading.js';
import { canvasBrightness } from '../../in-page/picture.js';
import { keepBlankScrollers, unrollScrollers } from '../../in-page/unroll.js';
import { emulatedMedia } from '../emulation.js';
import { blankTools } from '../joined-functions.js';
import { loadEverything } from '../prepare.js';
import { type Output, type OutputStep, type Run, withBudget } from '../run.js';
import { viewportOf } from '../viewport.js';
import { waitUntilPainted, waitUntilQuiet } from '../wait-until-still.js';
import { largestResult } from './result.js';

/** Bytes per read: a few dozen reads at the largest size. */
const chunkBytes = 1024 * 1024;

/** CSS pixels: 2,700 sheets of A4. Chromium prints 30 million for minutes. */
const maxHeight = 3_000_000;
const partlyPrinted = `Boxes that scroll were not printed in full: their content is blank until scrolled, or exceeds ${maxHeight} pixels.`;
/** Above this, a page has no dark styles. A print is not darkened: it would take much ink. */
const lightBrightness = 128;
const pixelsPerInch = 96;
/** A sandboxed document has no frames to wait for. */
const framesMs = 300;

/**
 * Lays the page out as on paper. A print alone would not load the pictures of print styles, nor let scripts draw charts
 * for the width of the paper.
 */
const showAsPrint = async (run: Run<'pdf'>): Promise<void> => {
  const { page, options } = run;
  const { marginLeft = 0, marginRight = 0, scale } = options;
  const inches = (paperOf(options).width - marginLeft - marginRight) / scale;
  const { height, deviceScaleFactor, mobile } = viewportOf(options);
  const width = Math.max(Math.round(inches * pixelsPerInch), 1);
  await Promise.all([
    page.session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile }),
    page.session.send('Emulation.setEmulatedMedia', emulatedMedia(options, options.media ?? 'print')),
  ]);
  await withBudget(run, framesMs, () => page.call(waitForFrames));
  await waitUntilQuiet(run);
  await waitUntilPainted(run);
};

const unroll = new Function('maxHeight', `return (${unrollScrollers})(maxHeight, ${blankTools});`) as (
  maxHeight: number,
) => ReturnType<typeof unrollScrollers>;

/** A print shows the page to its end. */
const prepare = async (run: Run<'pdf'>): Promise<void> => {
  const { height, kept } = await run.page.call(unroll, maxHeight);
  if (height > maxHeight) {
    const sentence = `The page is ${height} pixels high. A PDF takes at most ${maxHeight}. Use the endpoint content for its text.`;
    throw new TintypeError('result_too_large', sentence);
  }
  await loadEverything(run);
  // Only now: scrolling fills boxes whose content loads when it is seen.
  const blank = await run.page.call(keepBlankScrollers);
  if (kept + blank > 0) run.warnings.push(partlyPrinted);
  if (run.options.darkMode && (await run.page.call(canvasBrightness)) > lightBrightness)
    run.warnings.push('The page has no dark styles, so the PDF is not dark.');
  await showAsPrint(run);
};

/** Reads the file; throws if it exceeds `maxBytes`. */
const readStream = async (session: CdpSession, handle: string, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for (let eof = false; !eof; ) {
    const chunk = await session.send('IO.read', { handle, size: chunkBytes });
    chunks.push(Buffer.from(chunk.data, chunk.base64Encoded ? 'base64' : 'utf8'));
    length += chunks.at(-1)?.length ?? 0;
    if (length > maxBytes) throw new TintypeError('result_too_large');
    eof = chunk.eof;
  }
  return Buffer.concat(chunks);
};

/** Prints the document. The request sets the paper; the page's `@page` margins win. */
const make = async ({ page, options, resultBytes }: Run<'pdf'>): Promise<Output> => {
  const { marginTop = 0, marginRight = 0, marginBottom = 0, marginLeft = 0, scale, printBackground } = options;
  // Rotated here, so that `landscape` applies to every paper size.
  const paper = paperOf(options);
  const print = () =>
    page.session.send('Page.printToPDF', {
      paperWidth: paper.width,
      paperHeight: paper.height,
      marginTop,
      marginRight,
      marginBottom,
      marginLeft,
      scale,
      printBackground,
      transferMode: 'ReturnAsStream',
    });
  const { stream } = await page.inDocument(print);
  if (!stream) throw new TintypeError('render_failed', 'Chromium could not print the page.');
  return { contentType: 'application/pdf', body: await readStream(page.session, stream, largestResult(resultBytes)) };
};

export const pdf: OutputStep<'pdf'> = { prepare, make, keepsBusy: true };
