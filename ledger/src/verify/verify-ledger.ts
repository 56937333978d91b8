import type { Nats } from '@tintype/runtime';
import type { BirthRecord } from '../birth/birth-record.js';
import { Births } from '../birth/births.js';
import { LedgerLost } from '../birth/ledger-lost.js';
import type { IndexedResult } from './render-faults.js';
import { type BooksReport, verifyBooks } from './verify-books.js';

const unrecorded =
  'Nothing records which ledger is the right one: the next start records this one. If it was recorded before, look where ' +
  'that record has gone; without one, nobody notices the loss of the whole ledger.';

const unused = 'There is nothing of a ledger, and no usage, as in a NATS that Tintype has never used';

/**
 * Verifies the books, and whether they are those that were recorded. Needs the admin login.
 * @throws LedgerLost where a part of them is missing: the rest can't be compared
 */
export const verifyLedger = async (
  nats: Nats,
  record: Pick<BirthRecord, 'read'>,
  readResults: () => Promise<readonly IndexedResult[]>,
): Promise<BooksReport> => {
  const recorded = await record.read();
  const births = await Births.read(nats.manager);
  const lost = await births.faultOf(recorded);
  if (lost && births.found.length === 0 && !(await births.hasUsage())) throw new LedgerLost(lost.missing, [], unused);
  if (lost && lost.missing.length > 0) throw lost;
  // The results first: what is charged after this reading is no disagreement.
  const { faults, notes, ...report } = await verifyBooks(nats, await readResults());
  return {
    ...report,
    notes: recorded === undefined ? [unrecorded, ...notes] : notes,
    faults: lost ? [lost.message, ...faults] : faults,
  };
};
