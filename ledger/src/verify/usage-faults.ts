import { type Charge, dayOf } from '../charge.js';
import type { UsageRecord } from '../usage-book.js';
import type { Entry } from './entries.js';

/** Records of days and totals by key; those that cannot be read are undefined. */
export type Usage = ReadonlyMap<string, UsageRecord | undefined>;

/** Charges of both kinds, in the order in which they were written. */
export type Charges = readonly Entry<Charge>[];

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

/**
 * Charges of each day against its usage. The day of the first charge that is kept, and those before it, may have lost
 * charges to age: they are not compared. Clocks of those who charge may differ by a minute.
 */
const dayFaults = (charges: Charges, usage: Usage): string[] => {
  const [first] = charges;
  const partialDay = first && first.sequence > 1 ? dayOf(Date.parse(first.value.at) + minute) : '';
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
const lostCharges = (charges: Charges, usage: Usage, done: number): string[] =>
  charges
    .filter(({ sequence }) => sequence <= done)
    .filter(({ sequence, value }) => sequence > (usage.get(dayKey(value))?.lastSequence ?? 0))
    .map(({ id }) => `The charge ${id} was rolled up, and is not in the usage.`);

/** Where the usage is not what was charged; `done` is the last charge that the roll-up has acknowledged. */
export const usageFaults = (charges: Charges, usage: Usage, done: number): string[] => [
  ...unreadable(usage),
  ...dayFaults(charges, usage),
  ...totalFaults(usage),
  ...lostCharges(charges, usage, done),
];
