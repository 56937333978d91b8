import { headFacts } from '../../in-page/document-facts.js';
import { questions, readMetadata } from '../metadata/read-metadata.js';
import type { Output, OutputStep, Run } from '../run.js';
import { jsonOutput } from './result.js';

const make = async ({ page }: Run<'metadata'>): Promise<Output> =>
  jsonOutput({ success: true, metadata: readMetadata(await page.call(headFacts, questions)) });

export const metadata: OutputStep<'metadata'> = { make };
