import { isDocumentUrl } from '@tintype/contracts';
import { headFacts, type PageFacts } from '../../in-page/content/document-facts.js';
import { questions, readMetadata } from '../metadata/read-metadata.js';
import { noElement, ownSelector, waitForOwnElement } from '../own-element.js';
import type { Output, OutputStep, Run } from '../run.js';
import { jsonOutput } from './result.js';

/** A client's document has no address of its own: its base counts. */
const placed = (facts: PageFacts, { document }: Run): PageFacts =>
  document === undefined ? facts : { ...facts, url: facts.base };

const make = async (run: Run<'metadata'>): Promise<Output> => {
  const selector = ownSelector(run);
  const read = await run.page.call(headFacts, questions, selector);
  if (!read) throw noElement(selector ?? '');
  const facts = placed(read, run);
  const found = Object.entries(readMetadata(facts));
  const metadata = Object.fromEntries(
    found.map(([name, value]) => [name, value && isDocumentUrl(value) ? null : value]),
  );
  return jsonOutput({ success: true, metadata });
};

export const metadata: OutputStep<'metadata'> = {
  preparesNothing: (run) => ownSelector(run) === null,
  prepare: waitForOwnElement,
  make,
};
