import { streams } from '@tintype/contracts';
import type { Adoption } from '../birth/adopt.js';
import type { LedgerReport } from './verify-ledger.js';

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const verdict = ({ faults, notes }: LedgerReport): string => {
  if (faults.length > 0) return `${counted(faults.length, 'disagreement')}:`;
  return notes.length > 0 ? 'Everything agrees. Notes:' : 'Everything agrees.';
};

const indented = (sentences: readonly string[]) => sentences.map((sentence) => `  ${sentence}`);

/** The report for the terminal, as lines without a final newline. */
export const describeReport = (report: LedgerReport): string => {
  const { opens, unsettled, charges, credits, accounts, pending, notes, faults } = report;
  const lines = [
    `opens     ${opens}${unsettled > 0 ? ` (${unsettled} without a charge yet)` : ''}`,
    `charges   ${charges} (${counted(credits, 'credit')}, ${counted(accounts, 'account')})`,
    ...(pending > 0 ? [`${counted(pending, 'charge')} ${pending === 1 ? 'is' : 'are'} not yet in the usage`] : []),
    verdict(report),
    ...indented(faults),
    ...(faults.length > 0 && notes.length > 0 ? ['Notes:'] : []),
    ...indented(notes),
  ];
  return lines.join('\n');
};

/** What the loss of each stream means for the accounts. */
const consequences: Readonly<Record<string, string>> = {
  [streams.charges]: 'Closed sessions are no longer readable.',
  [streams.opens]: 'Sessions that were open at the loss are not charged.',
  [streams.slots]: 'Sessions that are open now do not count towards the limit of their account.',
};

/** The adoption for the terminal, as lines without a final newline. */
export const describeAdoption = ({ wasAdopted, found, created, isUsageNew }: Adoption): string => {
  const foundStreams = found.map(({ stream, messages }) => `${stream} (${counted(messages, 'message')})`).join(', ');
  if (!wasAdopted) return `The ledger is the recorded one: there is nothing to adopt. Found: ${foundStreams}.`;
  const lines = [
    'The existing streams are the ledger from now on.',
    `Found: ${foundStreams || 'no stream'}.`,
    created.length > 0 ? `Created: ${created.join(', ')}.` : 'No stream was missing.',
    ...created.map((stream) => `  ${stream}: ${consequences[stream]}`),
    ...(isUsageNew ? ['  The usage was lost as well: every account starts at 0.'] : []),
    ...(!isUsageNew && created.includes(streams.charges) ? ['  Charges that were added to the usage stay there.'] : []),
  ];
  return lines.join('\n');
};
