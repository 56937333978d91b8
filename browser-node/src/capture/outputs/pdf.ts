import { paperOf, TintypeError } from '@tintype/contracts';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { darknessOf, loadEverything } from '../prepare.js';
import type { Output, OutputStep, Run } from '../run.js';
import { largestResult } from './result.js';

/** Bytes of one read: large enough that a file of the largest allowed size takes few dozen. */
const chunkBytes = 1024 * 1024;

/** A page in print is drawn to its end. */
const prepare = async (run: Run<'pdf'>): Promise<void> => {
  await loadEverything(run);
  // Chromium darkens pages on its own for the screen alone.
  if ((await darknessOf(run)) !== 'dark')
    run.warnings.push('The page has no dark styles, and a print is not darkened without them.');
};

/** What is printed, from its first byte; ends early past the largest result. */
const readStream = async (session: CdpSession, handle: string, mostBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for (let eof = false; !eof; ) {
    const chunk = await session.send('IO.read', { handle, size: chunkBytes });
    chunks.push(Buffer.from(chunk.data, chunk.base64Encoded ? 'base64' : 'utf8'));
    length += chunks.at(-1)?.length ?? 0;
    if (length > mostBytes) throw new TintypeError('result_too_large');
    eof = chunk.eof;
  }
  return Buffer.concat(chunks);
};

/** The whole document on paper, in its print styles. The paper is the request's; the page's own `@page` margins win. */
const make = async ({ page, options, resultBytes }: Run<'pdf'>): Promise<Output> => {
  const { marginTop = 0, marginRight = 0, marginBottom = 0, marginLeft = 0, scale, printBackground } = options;
  // Turned here, and not by Chromium, so that paper of every size lies as `landscape` says.
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
  if (!stream) throw new TintypeError('render_failed', 'The page could not be printed.');
  return { contentType: 'application/pdf', body: await readStream(page.session, stream, largestResult(resultBytes)) };
};

export const pdf: OutputStep<'pdf'> = { prepare, make, keepsBusy: true };
