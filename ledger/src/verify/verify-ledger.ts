import { buckets, streams, usageConsumer } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import type { BirthRecord } from '../birth/birth-record.js';
import { Births, LedgerLost } from '../birth/births.js';
import type { SessionOpen } from '../session-charge.js';
import { SessionLedger } from '../session-ledger.js';
import { UsageRecords } from '../usage-records.js';
import { readEntries } from './entries.js';
import { type IndexedResult, renderFaults } from './render-faults.js';
import { incomparable, isOverdue, sessionFaults, unsettledOpens } from './session-faults.js';
import { usageFaults } from './usage-faults.js';

export interface LedgerReport {
  opens: number;
  /** Opens without a charge: if nothing is wrong, those of sessions that are not settled yet. */
  unsettled: number;
  charges: number;
  credits: number;
  accounts: number;
  /** Charges that the roll-up has yet to add; no fault. */
  pending: number;
  /** One sentence per fact that a person should know, although it is no disagreement. */
  notes: string[];
  /** One sentence per disagreement. */
  faults: string[];
}

/** The sequence up to which the roll-up has acknowledged all charges. */
const lastRolledUp = async ({ manager }: Nats): Promise<number> => {
  const { ack_floor: floor } = await manager.consumers.info(streams.charges, usageConsumer);
  return floor.stream_seq;
};

/** Looks for each missing charge once more: the session may have been settled meanwhile. */
const overdueFaults = async (nats: Nats, unsettled: readonly SessionOpen[], now: number): Promise<string[]> => {
  const ledger = new SessionLedger(nats);
  const faults: string[] = [];
  for (const { session, startBy } of unsettled.filter((open) => isOverdue(open, now)))
    if (!(await ledger.findCharge(session)))
      faults.push(`Session ${session} had to start by ${startBy}, but has no charge.`);
  return faults;
};

/**
 * Compares opens with charges, and charges with usage and cached results. Changes nothing, and tolerates concurrent
 * writes. Needs the admin login.
 */
export const compareLedger = async (
  nats: Nats,
  results: readonly IndexedResult[],
  now = Date.now(),
): Promise<LedgerReport> => {
  // Read the charges last: those written meanwhile then count as pending.
  const doneUpTo = await lastRolledUp(nats);
  const usage = await new UsageRecords(await nats.kv(buckets.usage)).records();
  const { renders, sessions, opens, faults } = await readEntries(nats.manager);
  const charges = [...renders, ...sessions].sort((a, b) => a.sequence - b.sequence);
  const { streams: streamApi } = nats.manager;
  const infos = [streamApi.info(streams.opens), streamApi.info(streams.charges)] as const;
  const [opensInfo, chargesInfo] = await Promise.all(infos);
  const opensSince = Date.parse(opensInfo.created);
  const chargesSince = Date.parse(chargesInfo.created);
  const ledger = { opens, sessions, opensSince, chargesSince, now };
  const unsettled = unsettledOpens(ledger);
  faults.push(
    ...renderFaults(renders, results),
    ...sessionFaults(ledger),
    ...(await overdueFaults(nats, unsettled, now)),
    ...usageFaults({ charges, usage, doneUpTo, firstSequence: chargesInfo.state.first_seq }),
  );
  return {
    opens: opens.length,
    unsettled: unsettled.length,
    charges: charges.length,
    credits: charges.reduce((sum, { value }) => sum + value.credits, 0),
    accounts: new Set(charges.map(({ value }) => value.account)).size,
    pending: charges.filter(({ sequence }) => sequence > doneUpTo).length,
    notes: incomparable(ledger),
    faults,
  };
};

const unrecorded =
  'Nothing records which ledger is the right one. The next start records this one. If a record existed, restore it: ' +
  'without one, the loss of the whole ledger stays unnoticed.';

const neverUsed = 'NATS has no ledger and no usage, like one that Tintype has never used';

/**
 * Compares the ledger's entries, and checks that the ledger is the recorded one. Needs the admin login. @throws
 * LedgerLost if a stream is missing: the others cannot be compared
 */
export const verifyLedger = async (
  nats: Nats,
  record: Pick<BirthRecord, 'read'>,
  readResults: () => Promise<readonly IndexedResult[]>,
): Promise<LedgerReport> => {
  const recorded = await record.read();
  const births = await Births.read(nats.manager);
  const lost = await births.lossOf(recorded);
  if (lost && births.found.length === 0 && !(await births.hasUsage()))
    throw new LedgerLost(lost.missing, [], neverUsed);
  if (lost && lost.missing.length > 0) throw lost;
  // Read the results before the charges: the charge of each result is then among those read.
  const { faults, notes, ...report } = await compareLedger(nats, await readResults());
  return {
    ...report,
    notes: recorded === undefined ? [unrecorded, ...notes] : notes,
    faults: lost ? [lost.message, ...faults] : faults,
  };
};
