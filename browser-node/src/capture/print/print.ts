import { TintypeError } from '@tintype/contracts';
import { CdpError, type CdpSession } from '../../browser/cdp/connection.js';
import { largestResult } from '../outputs/result.js';
import type { Run } from '../run.js';
import type { Margins } from './page-box.js';
import { countPages, missingPages, rangesText } from './page-ranges.js';
import type { Templates } from './templates.js';

/** Bytes per read: a few dozen reads at the largest size. */
const chunkBytes = 1024 * 1024;

/** Inches. */
export interface Sheet {
  width: number;
  height: number;
  margins: Margins;
  templates: Templates;
}

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

const command = ({ options }: Run<'pdf'>, { width, height, margins, templates }: Sheet) => ({
  paperWidth: width,
  paperHeight: height,
  ...margins,
  ...templates,
  scale: options.scale,
  printBackground: options.printBackground,
  preferCSSPageSize: options.preferCssPageSize,
  generateTaggedPDF: options.tagged,
  generateDocumentOutline: options.outline,
  ...(options.pageRanges && { pageRanges: rangesText(options.pageRanges) }),
  transferMode: 'ReturnAsStream' as const,
});

/** The client's error for ranges that begin behind the last page; another one as it is. */
const errorOf = (error: unknown, { options: { pageRanges } }: Run<'pdf'>): unknown => {
  const isBehind = pageRanges && error instanceof CdpError && /page range/i.test(error.message);
  return isBehind ? new TintypeError('invalid_option', missingPages(pageRanges, 0)) : error;
};

/** Prints the document as a PDF. The page's `@page` margins win over those of the sheet. */
export const print = async (run: Run<'pdf'>, sheet: Sheet): Promise<Buffer> => {
  const { page, options, resultBytes, warnings } = run;
  const { stream } = await page
    .inDocument(() => page.session.send('Page.printToPDF', command(run, sheet)))
    .catch((error: unknown) => {
      throw errorOf(error, run);
    });
  if (!stream) throw new TintypeError('render_failed', 'Chromium could not print the page.');
  const file = await readStream(page.session, stream, largestResult(resultBytes));
  const missing = options.pageRanges && missingPages(options.pageRanges, countPages(file));
  if (missing) warnings.push(missing);
  return file;
};
