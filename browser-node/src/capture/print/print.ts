import { type PdfOptions, TintypeError } from '@tintype/contracts';
import { atMost } from '@tintype/runtime';
import { CdpError } from '../../browser/cdp/connection.js';
import { elementCount } from '../../in-page/content/document-facts.js';
import { largestResult } from '../outputs/result.js';
import { type Run, withBudget } from '../run.js';
import type { Margins } from './page-box.js';
import { countPages, missingPages, rangesText } from './page-ranges.js';
import type { Templates } from './templates.js';

/** Bytes per read: a few dozen reads at the largest size. */
const chunkBytes = 1024 * 1024;

/** The paper, in inches, with margins and templates. */
export interface Sheet {
  width: number;
  height: number;
  margins: Margins;
  templates: Templates;
}

const tooManyBytes = (maxBytes: number, { tagged }: PdfOptions) => {
  const advice = tagged ? ' Try `tagged=false`: the structure for screen readers is most of a file with tables.' : '';
  return new TintypeError('result_too_large', `The PDF has more than ${Math.floor(maxBytes / 2 ** 20)} MiB.${advice}`);
};

/** Reads the file; throws if it exceeds the account's limit. */
const readStream = async ({ page: { session }, options, resultBytes }: Run<'pdf'>, handle: string) => {
  const maxBytes = largestResult(resultBytes);
  const chunks: Buffer[] = [];
  let length = 0;
  for (let eof = false; !eof; ) {
    const chunk = await session.send('IO.read', { handle, size: chunkBytes });
    chunks.push(Buffer.from(chunk.data, chunk.base64Encoded ? 'base64' : 'utf8'));
    length += chunks.at(-1)?.length ?? 0;
    if (length > maxBytes) throw tooManyBytes(maxBytes, options);
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

/** A table of 20,000 rows has more elements. */
const manyElements = 30_000;
const countMs = 2000;

/** The error for a failed print. Chromium gives no reason, so the number of elements decides. */
const failedPrint = async (run: Run<'pdf'>, cause: CdpError): Promise<TintypeError> => {
  const count = await withBudget(run, countMs, () => run.page.call(elementCount));
  if (count === undefined || count < manyElements)
    return new TintypeError('render_failed', 'Chromium could not print the page. Try again.', { cause });
  return new TintypeError(
    'result_too_large',
    `Chromium could not print the page, which has ${count} elements. Send it in parts.`,
    { cause },
  );
};

/** The client's error for ranges beyond the last page, or for a failed print. Returns other errors unchanged. */
const errorOf = async (error: unknown, run: Run<'pdf'>): Promise<unknown> => {
  if (!(error instanceof CdpError)) return error;
  if (/printing failed/i.test(error.message)) return failedPrint(run, error);
  const { pageRanges } = run.options;
  const isBehind = pageRanges && /page range/i.test(error.message);
  return isBehind ? new TintypeError('invalid_option', missingPages(pageRanges, 0)) : error;
};

/** A print stops this long before the request ends, so that the client learns what took the time. */
const reserveMs = 300;

const tooSlow = (seconds: number) =>
  new TintypeError(
    'timeout',
    `The print alone had taken ${seconds} s when the request's time ended. Send the page in parts, or try \`tagged=false\`: it prints in about half the time.`,
  );

const printInTime = async ({ page, deadline }: Run<'pdf'>, print: ReturnType<typeof command>) => {
  const milliseconds = Math.max(deadline.remaining - reserveMs, 0);
  const late = () => tooSlow(Math.round(milliseconds / 1000));
  return atMost(milliseconds, () => page.inDocument(() => page.session.send('Page.printToPDF', print)), { late });
};

/** Prints the document as a PDF. The page's `@page` margins win over those of the sheet. */
export const print = async (run: Run<'pdf'>, sheet: Sheet): Promise<Buffer> => {
  const { options, warnings } = run;
  const { stream } = await printInTime(run, command(run, sheet)).catch(async (error: unknown) => {
    throw await errorOf(error, run);
  });
  if (!stream) throw new TintypeError('render_failed', 'Chromium could not print the page. Try again.');
  const file = await readStream(run, stream);
  const missing = options.pageRanges && missingPages(options.pageRanges, countPages(file));
  if (missing) warnings.push(missing);
  return file;
};
