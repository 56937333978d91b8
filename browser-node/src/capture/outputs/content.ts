import type { ContentAnswer } from '@tintype/contracts';
import type { Reading } from '../../in-page/read-content.js';
import { readPlainly, readWhole } from '../content-script.js';
import { atMost, type Output, type OutputStep, type Run } from '../run.js';
import { jsonOutput } from './json.js';

/** 10 MB of text take 2 s; a tree of 2000 elements inside each other takes Readability 20 s. */
const readMs = 10_000;

const read = async (run: Run<'content'>): Promise<Reading> => {
  const whole = await atMost(run, readMs, () => run.page.call(readWhole));
  if (whole) return whole;
  // Only what ends the script lets the page be asked again.
  await run.page.session.send('Runtime.terminateExecution');
  run.warnings.push(
    'The page is too much to be read as an article: its text is that of the whole page, without Markdown.',
  );
  return run.page.call(readPlainly);
};

/** The document as HTML, and what there is to read in it as text and as Markdown. */
const make = async (run: Run<'content'>): Promise<Output> => {
  const answer: ContentAnswer = { success: true, ...(await read(run)) };
  return jsonOutput(answer);
};

export const content: OutputStep<'content'> = { make };
