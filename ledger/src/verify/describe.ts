import { streams } from '@tintype/contracts';
import type { Adoption } from '../birth/adopt.js';
import type { BooksReport } from './verify-books.js';

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const verdict = ({ faults, notes }: BooksReport): string => {
  if (faults.length > 0) return `${plural(faults.length, 'disagreement')}:`;
  return notes.length > 0 ? 'Nothing disagrees, but:' : 'Everything agrees.';
};

const indented = (sentences: readonly string[]) => sentences.map((sentence) => `  ${sentence}`);

/** The report as a person reads it. */
export const describeBooks = (report: BooksReport): string => {
  const { opens, unsettled, charges, credits, accounts, pending, notes, faults } = report;
  const lines = [
    `opens     ${opens}${unsettled > 0 ? ` (${unsettled} without a charge so far)` : ''}`,
    `charges   ${charges} (${plural(credits, 'credit')}, ${plural(accounts, 'account')})`,
    ...(pending > 0 ? [`not yet in the usage: ${plural(pending, 'charge')}`] : []),
    verdict(report),
    ...indented(faults),
    ...(faults.length > 0 && notes.length > 0 ? ['No disagreement, but:'] : []),
    ...indented(notes),
  ];
  return lines.join('\n');
};

/** What it means that a stream was lost. */
const meaning: Readonly<Record<string, string>> = {
  [streams.charges]: 'Closed sessions cannot be read any more.',
  [streams.opens]: 'Sessions that were open when they were lost are not charged.',
  [streams.slots]: 'Sessions that are open now do not count for those that their account may have at once.',
};

/** What was done, as a person reads it. */
export const describeAdoption = ({ adopted, found, made, isUsageNew }: Adoption): string => {
  const there = found.map(({ stream, messages }) => `${stream} (${plural(messages, 'message')})`).join(', ');
  if (!adopted) return `The ledger is the one that was recorded: there is nothing to adopt. Found: ${there}.`;
  const lines = [
    'The streams that are there are the ledger from now on.',
    `Found: ${there || 'none of its streams'}.`,
    made.length > 0 ? `Made anew: ${made.join(', ')}.` : 'None of its streams was missing.',
    ...made.map((stream) => `  ${stream}: ${meaning[stream]}`),
    ...(isUsageNew ? ['  The usage was lost as well: what accounts have used begins at nothing.'] : []),
    ...(!isUsageNew && made.includes(streams.charges)
      ? ['  What was charged stays in the usage as far as it was added up.']
      : []),
  ];
  return lines.join('\n');
};
