import { type Charge, dayOf } from '../charges.js';
import type { UsageRecord } from '../usage-book.js';
import type { LedgerEntry } from './entries.js';

/** Records of days and totals by key; those that cannot be read are undefined. */
export type Usage = ReadonlyMap<string, UsageRecord | undefined>;

export interface RolledUp {
  /** Of both kinds, in the order in which they were written. */
  charges: readonly LedgerEntry<Charge>[];
  usage: Usage;
  /** The last charge that the roll-up has acknowledged, with all before it. */
  done: number;
  /** The first charge that the ledger can still have: what came before is gone, with age or with a stream that was lost. */
  first: number;
}

type Charges = RolledUp['charges'];

const minute = 60_000;

const dayKey = ({ account, at }: Charge) => `day.${account}.${dayOf(at)}`;
const dateOf = (key: string) => key.split('.').at(-1) ?? '';

/** Credits by day. */
const sumsOf = (charges: Charges): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const { value } of charges) {
    const key = dayKey(value);
    sums.set(key, (sums.get(key) ?? 0) + value.credits);
  }
  return sums;
};

const everyDay = '9999-12-31';

/** The last day that may have lost charges. Clocks of those who charge may differ by a minute. */
const lastPartialDay = ({ charges: [kept], first }: RolledUp): string => {
  if (first <= 1) return '';
  return kept ? dayOf(Date.parse(kept.value.at) + minute) : everyDay;
};

/** Charges of each day against its usage, on days of which no charge is gone. */
const dayFaults = (books: RolledUp): string[] => {
  const { charges, usage } = books;
  const partialDay = lastPartialDay(books);
  const rolledUp = charges.filter(({ sequence, value }) => sequence <= (usage.get(dayKey(value))?.lastSequence ?? 0));
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
const totalFaults = (usage: Usage): string[] => {
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

const unreadable = (usage: Usage): string[] =>
  [...usage].filter(([, record]) => !record).map(([key]) => `The usage record ${key} cannot be read.`);

/** A charge that the roll-up has done with is in the usage. */
const lostCharges = ({ charges, usage, done }: RolledUp): string[] =>
  charges
    .filter(({ sequence }) => sequence <= done)
    .filter(({ sequence, value }) => sequence > (usage.get(dayKey(value))?.lastSequence ?? 0))
    .map(({ id }) => `The charge ${id} was rolled up, and is not in the usage.`);

/** Where the usage is not what was charged. */
export const usageFaults = (books: RolledUp): string[] => [
  ...unreadable(books.usage),
  ...dayFaults(books),
  ...totalFaults(books.usage),
  ...lostCharges(books),
];
