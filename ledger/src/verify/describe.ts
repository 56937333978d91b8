import type { Adoption } from '../birth/adopt.js';
import type { BooksReport } from './verify-books.js';

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The report as a person reads it. */
export const describeBooks = (report: BooksReport): string => {
  const { opens, unsettled, charges, credits, accounts, pending, faults } = report;
  const lines = [
    `opens     ${opens}${unsettled > 0 ? ` (${unsettled} without a charge so far)` : ''}`,
    `charges   ${charges} (${plural(credits, 'credit')}, ${plural(accounts, 'account')})`,
    ...(pending > 0 ? [`not yet in the usage: ${plural(pending, 'charge')}`] : []),
    ...(faults.length === 0 ? ['Everything agrees.'] : [`${plural(faults.length, 'disagreement')}:`]),
    ...faults.map((fault) => `  ${fault}`),
  ];
  return lines.join('\n');
};

/** What was done, as a person reads it. */
export const describeAdoption = ({ adopted, made }: Adoption): string => {
  if (!adopted) return 'The ledger is the one that was recorded: there is nothing to adopt.';
  const anew = made.length > 0 ? `Made anew: ${made.join(', ')}.` : 'None of its streams was missing.';
  return `The streams that are there are the ledger from now on. ${anew}`;
};
