import { readIndexedResults } from '@tintype/api';
import { type BooksReport, verifyBooks } from '@tintype/ledger';
import { type BooksConfig, withBooks } from './with-books.js';

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

/** Reads the books and compares them. */
export const verify = (config: BooksConfig): Promise<BooksReport> =>
  // The results first: what is charged after this reading is no disagreement.
  withBooks(config, async (nats) => verifyBooks(nats, await readIndexedResults(nats)));
