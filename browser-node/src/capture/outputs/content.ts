import { type ContentAnswer, documentUrl, TintypeError } from '@tintype/contracts';
import { CdpError } from '../../browser/cdp/connection.js';
import type { Reading } from '../../in-page/content/read-content.js';
import { extractArticle, readPlainText } from '../content-script.js';
import { noElement, ownSelector, waitForOwnElement } from '../own-element.js';
import { type Output, type OutputStep, type Run, withBudget } from '../run.js';
import { jsonOutput, largestText } from './result.js';

/** 10 MB of text take 2 s; Readability needs 20 s for 2,000 nested elements. */
const readMs = 10_000;
const maxAttempts = 3;

/** Whether our script was terminated together with the page's. */
const isTerminated = (error: unknown) => error instanceof CdpError && /terminated/.test(error.message);

const undefinedIfTerminated = (error: unknown): undefined => {
  if (!isTerminated(error)) throw error;
};

/** A termination meant for an earlier script may hit this short one: retry. */
const readPlain = async (run: Run<'content'>, maxBytes: number): Promise<Reading | null> => {
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    const reading = await run.page.call(readPlainText, maxBytes, ownSelector(run)).catch(undefinedIfTerminated);
    if (reading !== undefined) return reading;
  }
  return run.page.call(readPlainText, maxBytes, ownSelector(run));
};

const read = async (run: Run<'content'>, maxBytes: number): Promise<Reading | null> => {
  const article = await withBudget(run, readMs, () =>
    run.page.call(extractArticle, maxBytes, ownSelector(run)).catch(undefinedIfTerminated),
  );
  if (article !== undefined) return article;
  // The page answers again only after its script is terminated.
  await run.page.session.send('Runtime.terminateExecution');
  run.warnings.push(
    'The page is too large to extract an article: the answer has the text of the whole page, without Markdown.',
  );
  return readPlain(run, maxBytes);
};

/** Links of a document without a base lead to `documentUrl`. Makes them relative, as they were written. Text has escaped brackets. */
export const asWritten = (markdown: string): string =>
  markdown.replaceAll(new RegExp(`(?<=(?<!\\\\)(?:\\\\\\\\)*)\\]\\(${documentUrl.replaceAll('.', '\\.')}`, 'g'), '](');

const make = async (run: Run<'content'>): Promise<Output> => {
  const reading = await read(run, largestText(run.resultBytes));
  if (!reading) throw new TintypeError('result_too_large');
  const selector = ownSelector(run);
  // The element was there in `prepare`.
  if (selector !== null && reading.html === '') throw noElement(selector);
  const answer: ContentAnswer = { success: true, ...reading, markdown: asWritten(reading.markdown) };
  return jsonOutput(answer);
};

export const content: OutputStep<'content'> = {
  preparesNothing: (run) => ownSelector(run) === null,
  prepare: waitForOwnElement,
  make,
  keepsBusy: true,
};
