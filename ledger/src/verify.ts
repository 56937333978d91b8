import { buckets, streams, usageConsumer } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { dayOf, type RenderCharge, renderChargeSchema } from './charge.js';
import { read } from './read.js';
import { UsageBook, type UsageRecord } from './usage-book.js';

/** What the books say, and where they disagree. */
export interface BooksReport {
  opens: number;
  charges: number;
  credits: number;
  accounts: number;
  /** Charges that are not in the usage yet: the roll-up is behind, which is no fault. */
  pending: number;
  /** A sentence for each disagreement. */
  faults: string[];
}

/** A cached result as its record has it. */
export interface IndexedResult {
  key: string;
  chargeId: string;
  charged: boolean;
}

interface Entry {
  sequence: number;
  charge: RenderCharge;
}

type Usage = ReadonlyMap<string, UsageRecord | undefined>;

const readLedger = async (nats: Nats, faults: string[]): Promise<Entry[]> => {
  const entries: Entry[] = [];
  const { state } = await nats.manager.streams.info(streams.charges);
  if (state.messages === 0) return entries;
  const consumer = await nats.jetstream.consumers.get(streams.charges);
  for await (const message of await consumer.consume()) {
    const { data } = renderChargeSchema.safeParse(read(message));
    if (!data) faults.push(`The charge on ${message.subject} cannot be read.`);
    else if (!message.subject.endsWith(`.${data.id}`)) faults.push(`The charge on ${message.subject} has another id.`);
    else entries.push({ sequence: message.seq, charge: data });
    if (message.seq >= state.last_seq) break;
  }
  return entries;
};

/** No two charges may be for the same job's result. */
const checkJobs = (entries: readonly Entry[]): string[] => {
  const seen = new Map<string, string>();
  return entries.flatMap(({ charge }) => {
    const other = seen.get(charge.job);
    seen.set(charge.job, charge.id);
    return other ? [`Job ${charge.job} is charged twice: ${other} and ${charge.id}.`] : [];
  });
};

const dayKey = ({ account, at }: RenderCharge) => `day.${account}.${dayOf(at)}`;
const dateOf = (key: string) => key.split('.').at(-1) ?? '';

/** Credits by day. */
const sumsOf = (entries: readonly Entry[]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const { charge } of entries) {
    const key = dayKey(charge);
    sums.set(key, (sums.get(key) ?? 0) + charge.credits);
  }
  return sums;
};

/**
 * Charges of each day against its usage. The day of the first charge that is kept, and those before it, may have lost
 * charges to age: they are not compared.
 */
const checkDays = (entries: readonly Entry[], usage: Usage): string[] => {
  const [first] = entries;
  const partialDay = first && first.sequence > 1 ? dayOf(first.charge.at) : '';
  const rolledUp = entries.filter(({ sequence, charge }) => sequence <= (usage.get(dayKey(charge))?.lastSequence ?? 0));
  const sums = sumsOf(rolledUp);
  const days = [...usage.keys()].filter((key) => key.startsWith('day.'));
  return [...new Set([...sums.keys(), ...days])]
    .filter((key) => dateOf(key) > partialDay && usage.get(key))
    .flatMap((key) => {
      const [charged, used] = [sums.get(key) ?? 0, usage.get(key)?.credits ?? 0];
      return charged === used ? [] : [`${key}: charges of ${charged} credits, usage of ${used}.`];
    });
};

/** The total of an account against its days, where both have the same charges. */
const checkTotals = (usage: Usage): string[] => {
  const totals = [...usage].filter(([key]) => key.startsWith('total.'));
  return totals.flatMap(([key, total]) => {
    const prefix = `day.${key.slice('total.'.length)}.`;
    const days = [...usage].filter(([day]) => day.startsWith(prefix)).map(([, record]) => record);
    const last = Math.max(0, ...days.map((record) => record?.lastSequence ?? 0));
    const sum = days.reduce((credits, record) => credits + (record?.credits ?? 0), 0);
    if (!total || total.lastSequence < last || total.credits === sum) return [];
    return [`${key}: ${total.credits} credits, its days together ${sum}.`];
  });
};

const checkUnreadable = (usage: Usage): string[] =>
  [...usage].filter(([, record]) => !record).map(([key]) => `The usage record ${key} cannot be read.`);

/** A charge that the roll-up has done with is in the usage. */
const checkLost = (entries: readonly Entry[], usage: Usage, done: number): string[] =>
  entries
    .filter(({ sequence }) => sequence <= done)
    .filter(({ sequence, charge }) => sequence > (usage.get(dayKey(charge))?.lastSequence ?? 0))
    .map(({ charge }) => `The charge ${charge.id} was rolled up, and is not in the usage.`);

const checkResults = (results: readonly IndexedResult[], entries: readonly Entry[]): string[] => {
  const ids = new Set(entries.map(({ charge }) => charge.id));
  return results
    .filter(({ chargeId, charged }) => charged && !ids.has(chargeId))
    .map(({ key, chargeId }) => `The result ${key} counts as charged, and there is no charge ${chargeId}.`);
};

/** The last charge that the roll-up has acknowledged, with all before it. */
const doneUpTo = async ({ manager }: Nats): Promise<number> => {
  const { ack_floor: floor } = await manager.consumers.info(streams.charges, usageConsumer);
  return floor.stream_seq;
};

/**
 * Compares the ledger with the usage that was rolled up from it and with the cached results. Reads everything, changes
 * nothing; what happens meanwhile is not counted against the books. Needs the admin login.
 */
export const verifyBooks = async (nats: Nats, results: readonly IndexedResult[]): Promise<BooksReport> => {
  const faults: string[] = [];
  // In this order: what is done later than the reading before it counts as pending.
  const done = await doneUpTo(nats);
  const usage: Usage = await new UsageBook(await nats.kv(buckets.usage)).records();
  const entries = await readLedger(nats, faults);
  faults.push(
    ...checkJobs(entries),
    ...checkUnreadable(usage),
    ...checkDays(entries, usage),
    ...checkTotals(usage),
    ...checkLost(entries, usage, done),
    ...checkResults(results, entries),
  );
  return {
    opens: 0,
    charges: entries.length,
    credits: entries.reduce((sum, { charge }) => sum + charge.credits, 0),
    accounts: new Set(entries.map(({ charge }) => charge.account)).size,
    pending: entries.filter(({ sequence }) => sequence > done).length,
    faults,
  };
};
