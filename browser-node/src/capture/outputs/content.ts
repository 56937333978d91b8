import { type ContentAnswer, TintypeError } from '@tintype/contracts';
import { CdpError } from '../../browser/cdp/connection.js';
import type { Reading } from '../../in-page/read-content.js';
import { readPlainly, readWhole } from '../content-script.js';
import { atMost, type Output, type OutputStep, type Run } from '../run.js';
import { jsonOutput, largestText } from './result.js';

/** 10 MB of text take 2 s; a tree of 2000 elements inside each other takes Readability 20 s. */
const readMs = 10_000;
const attempts = 3;

/** Our own script was ended with those of the page. */
const isEnded = (error: unknown) => error instanceof CdpError && /terminated/.test(error.message);

/** Undefined where it was ended. */
const orEnded = (error: unknown): undefined => {
  if (!isEnded(error)) throw error;
};

/** An end that was meant for another script may still meet this one; it is short. */
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
  // Only what ends the script lets the page be asked again.
  await run.page.session.send('Runtime.terminateExecution');
  run.warnings.push(
    'The page is too much to be read as an article: its text is that of the whole page, without Markdown.',
  );
  return readShort(run, mostBytes);
};

/** The document as HTML, and what there is to read in it as text and as Markdown. */
const make = async (run: Run<'content'>): Promise<Output> => {
  const reading = await read(run, largestText(run.resultBytes));
  if (!reading) throw new TintypeError('result_too_large');
  const answer: ContentAnswer = { success: true, ...reading };
  return jsonOutput(answer);
};

export const content: OutputStep<'content'> = { make, keepsBusy: true };
