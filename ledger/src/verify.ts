import { buckets, streams } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { dayOf, type RenderCharge, renderChargeSchema } from './charge.js';
import { UsageBook } from './usage-book.js';

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

interface Sum {
  credits: number;
  charges: number;
}

const readLedger = async (nats: Nats, faults: string[]): Promise<Entry[]> => {
  const entries: Entry[] = [];
  const { state } = await nats.manager.streams.info(streams.charges);
  if (state.messages === 0) return entries;
  const consumer = await nats.jetstream.consumers.get(streams.charges);
  for await (const message of await consumer.consume()) {
    const { data } = renderChargeSchema.safeParse(message.json());
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

const sumsOf = (entries: readonly Entry[], usage: ReadonlyMap<string, { lastSequence: number }>) => {
  const sums = new Map<string, Sum>();
  let pending = 0;
  for (const { sequence, charge } of entries) {
    const day = `${charge.account}.${dayOf(charge.at)}`;
    if (sequence > (usage.get(day)?.lastSequence ?? 0)) {
      pending += 1;
      continue;
    }
    const { credits, charges } = sums.get(day) ?? { credits: 0, charges: 0 };
    sums.set(day, { credits: credits + charge.credits, charges: charges + 1 });
  }
  return { sums, pending };
};

/** The day of the first charge that is kept, and those before it, may have lost charges to age: they are not compared. */
const checkUsage = (sums: ReadonlyMap<string, Sum>, usage: ReadonlyMap<string, Sum>, partialDay: string): string[] =>
  [...new Set([...sums.keys(), ...usage.keys()])]
    .filter((day) => (day.split('.').at(-1) ?? '') > partialDay)
    .flatMap((day) => {
      const [charged, used] = [sums.get(day)?.credits ?? 0, usage.get(day)?.credits ?? 0];
      return charged === used ? [] : [`${day}: charges of ${charged} credits, usage of ${used}.`];
    });

const checkResults = (results: readonly IndexedResult[], entries: readonly Entry[]): string[] => {
  const ids = new Set(entries.map(({ charge }) => charge.id));
  return results
    .filter(({ chargeId, charged }) => charged && !ids.has(chargeId))
    .map(({ key, chargeId }) => `The result ${key} counts as charged, and there is no charge ${chargeId}.`);
};

/**
 * Compares the ledger with the usage that was rolled up from it and with the cached results. Reads everything, changes
 * nothing; what happens meanwhile is not counted against the books. Needs the admin login.
 */
export const verifyBooks = async (nats: Nats, results: readonly IndexedResult[]): Promise<BooksReport> => {
  const faults: string[] = [];
  // Usage first: what is charged after this reading has a later sequence, and counts as pending.
  const usage = await new UsageBook(await nats.kv(buckets.usage)).everyDay();
  const entries = await readLedger(nats, faults);
  const { sums, pending } = sumsOf(entries, usage);
  const [first] = entries;
  const partialDay = first && first.sequence > 1 ? dayOf(first.charge.at) : '';
  faults.push(...checkJobs(entries), ...checkUsage(sums, usage, partialDay), ...checkResults(results, entries));
  return {
    opens: 0,
    charges: entries.length,
    credits: entries.reduce((sum, { charge }) => sum + charge.credits, 0),
    accounts: new Set(entries.map(({ charge }) => charge.account)).size,
    pending,
    faults,
  };
};
