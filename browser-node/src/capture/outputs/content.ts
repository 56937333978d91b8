import { type ContentAnswer, TintypeError } from '@tintype/contracts';
import { CdpError } from '../../browser/cdp/connection.js';
import type { Reading } from '../../in-page/read-content.js';
import { readPlainly, readWhole } from '../content-script.js';
import { atMost, type Output, type OutputStep, type Run } from '../run.js';
import { jsonOutput, largestText } from './result.js';

/** 10 MB of text take 2 s; Readability needs 20 s for 2,000 nested elements. */
const readMs = 10_000;
const attempts = 3;

/** Our script was terminated with the page's. */
const isEnded = (error: unknown) => error instanceof CdpError && /terminated/.test(error.message);

/** Undefined if it was terminated. */
const orEnded = (error: unknown): undefined => {
  if (!isEnded(error)) throw error;
};

/** A termination meant for an earlier script may hit this short one: retry. */
const readShort = async (run: Run<'content'>, mostBytes: number): Promise<Reading | null> => {
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    const reading = await run.page.call(readPlainly, mostBytes).catch(orEnded);
    if (reading !== undefined) return reading;
  }
  return run.page.call(readPlainly, mostBytes);
};

const read = async (run: Run<'content'>, mostBytes: number): Promise<Reading | null> => {
  const whole = await atMost(run, readMs, () => run.page.call(readWhole, mostBytes).catch(orEnded));
  if (whole !== undefined) return whole;
  // The page answers again only after its script is terminated.
  await run.page.session.send('Runtime.terminateExecution');
  run.warnings.push(
    'The page is too large to extract an article: the answer has the text of the whole page, without Markdown.',
  );
  return readShort(run, mostBytes);
};

const make = async (run: Run<'content'>): Promise<Output> => {
  const reading = await read(run, largestText(run.resultBytes));
  if (!reading) throw new TintypeError('result_too_large');
  const answer: ContentAnswer = { success: true, ...reading };
  return jsonOutput(answer);
};

export const content: OutputStep<'content'> = { make, keepsBusy: true };
