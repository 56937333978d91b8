import { buckets, streams, usageConsumer } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import type { BirthRecord } from '../birth/birth-record.js';
import { Births, LedgerLost } from '../birth/births.js';
import { SessionBooks } from '../session-books.js';
import type { SessionOpen } from '../session-charge.js';
import { UsageBook } from '../usage-book.js';
import { readEntries } from './entries.js';
import { type IndexedResult, renderFaults } from './render-faults.js';
import { incomparable, isOverdue, sessionFaults, unsettledOpens } from './session-faults.js';
import { usageFaults } from './usage-faults.js';

/** What the books say, and where they disagree. */
export interface BooksReport {
  opens: number;
  /** Opens without a charge: of sessions that are under way, if nothing is wrong. */
  unsettled: number;
  charges: number;
  credits: number;
  accounts: number;
  /** Charges that are not in the usage yet: the roll-up is behind, which is no fault. */
  pending: number;
  /** A sentence for what a person should know and is no disagreement. */
  notes: string[];
  /** A sentence for each disagreement. */
  faults: string[];
}

/** The last charge that the roll-up has acknowledged, with all before it. */
const doneUpTo = async ({ manager }: Nats): Promise<number> => {
  const { ack_floor: floor } = await manager.consumers.info(streams.charges, usageConsumer);
  return floor.stream_seq;
};

/** Asked again: it may have been settled since the charges were read. */
const overdueFaults = async (nats: Nats, unsettled: readonly SessionOpen[], now: number): Promise<string[]> => {
  const books = new SessionBooks(nats);
  const faults: string[] = [];
  for (const { session, startBy } of unsettled.filter((open) => isOverdue(open, now)))
    if (!(await books.findCharge(session)))
      faults.push(`Session ${session} was to start by ${startBy}, and was never charged.`);
  return faults;
};

/**
 * Compares the opens of sessions with their charges, and all charges with the usage that was rolled up from them and with
 * the cached results. Reads everything, changes nothing; what happens meanwhile is not counted against the books. Needs the
 * admin login.
 */
export const verifyBooks = async (
  nats: Nats,
  results: readonly IndexedResult[],
  now = Date.now(),
): Promise<BooksReport> => {
  // In this order: what is done later than the reading before it counts as pending.
  const done = await doneUpTo(nats);
  const usage = await new UsageBook(await nats.kv(buckets.usage)).records();
  const { renders, sessions, opens, faults } = await readEntries(nats.manager);
  const charges = [...renders, ...sessions].sort((a, b) => a.sequence - b.sequence);
  const { streams: api } = nats.manager;
  const [ofOpens, ofCharges] = await Promise.all([api.info(streams.opens), api.info(streams.charges)]);
  const [opensSince, chargesSince] = [Date.parse(ofOpens.created), Date.parse(ofCharges.created)];
  const books = { opens, sessions, opensSince, chargesSince, now };
  const unsettled = unsettledOpens(books);
  faults.push(
    ...renderFaults(renders, results),
    ...sessionFaults(books),
    ...(await overdueFaults(nats, unsettled, now)),
    ...usageFaults({ charges, usage, done, first: ofCharges.state.first_seq }),
  );
  return {
    opens: opens.length,
    unsettled: unsettled.length,
    charges: charges.length,
    credits: charges.reduce((sum, { value }) => sum + value.credits, 0),
    accounts: new Set(charges.map(({ value }) => value.account)).size,
    pending: charges.filter(({ sequence }) => sequence > done).length,
    notes: incomparable(books),
    faults,
  };
};

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
  const lost = await births.lossOf(recorded);
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
