import { paperOf, TintypeError } from '@tintype/contracts';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { darknessOf, loadEverything } from '../prepare.js';
import type { Output, OutputStep, Run } from '../run.js';
import { largestResult } from './result.js';

/** Bytes per read: a few dozen reads at the largest size. */
const chunkBytes = 1024 * 1024;

/** A print shows the page to its end. */
const prepare = async (run: Run<'pdf'>): Promise<void> => {
  await loadEverything(run);
  // Chromium's own darkening affects only screens.
  if ((await darknessOf(run)) !== 'dark') run.warnings.push('The page has no dark styles, so the PDF is not dark.');
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
