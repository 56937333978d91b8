import { type Charge, dayOf } from '../charges.js';
import type { UsageRecord } from '../usage-record.js';
import type { LedgerEntry } from './entries.js';

/** The usage records of days and totals, by key. Unreadable ones are undefined. */
export type Usage = ReadonlyMap<string, UsageRecord | undefined>;

export interface RolledUp {
  /** The charges of renders and sessions, in the order of the stream. */
  charges: readonly LedgerEntry<Charge>[];
  usage: Usage;
  /** The roll-up has acknowledged all charges up to this sequence. */
  doneUpTo: number;
  /** The sequence of the first charge that can still exist: earlier ones expired or were in a lost stream. */
  firstSequence: number;
}

type Charges = RolledUp['charges'];

const minuteMs = 60_000;

const dayKey = ({ account, at }: Charge) => `day.${account}.${dayOf(at)}`;
const dateOf = (key: string) => key.split('.').at(-1) ?? '';

/** The credits of the charges, by the key of their day. */
const sumsOf = (charges: Charges): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const { value } of charges) {
    const key = dayKey(value);
    sums.set(key, (sums.get(key) ?? 0) + value.credits);
  }
  return sums;
};

const afterAllDays = '9999-12-31';

/**
 * The last day whose charges may be gone in part; an empty string if no charge is gone. Clocks may differ by a minute.
 */
const lastPartialDay = ({ charges: [earliest], firstSequence }: RolledUp): string => {
  if (firstSequence <= 1) return '';
  return earliest ? dayOf(Date.parse(earliest.value.at) + minuteMs) : afterAllDays;
};

/** Compares charges with usage on the days of which all charges are stored. */
const dayFaults = (ledger: RolledUp): string[] => {
  const { charges, usage } = ledger;
  const partialDay = lastPartialDay(ledger);
  const rolledUp = charges.filter(({ sequence, value }) => sequence <= (usage.get(dayKey(value))?.lastSequence ?? 0));
  const sums = sumsOf(rolledUp);
  const days = [...usage.keys()].filter((key) => key.startsWith('day.'));
  return [...new Set([...sums.keys(), ...days])]
    .filter((key) => dateOf(key) > partialDay && usage.get(key))
    .flatMap((key) => {
      const charged = sums.get(key) ?? 0;
      const used = usage.get(key)?.credits ?? 0;
      return charged === used ? [] : [`${key}: the charges have ${charged} credits, the usage has ${used}.`];
    });
};

/** Compares an account's total with its days if both include the same charges. */
const totalFaults = (usage: Usage): string[] => {
  const totals = [...usage].filter(([key]) => key.startsWith('total.'));
  return totals.flatMap(([key, total]) => {
    const prefix = `day.${key.slice('total.'.length)}.`;
    const days = [...usage].filter(([day]) => day.startsWith(prefix)).map(([, record]) => record);
    const last = Math.max(0, ...days.map((record) => record?.lastSequence ?? 0));
    const sum = days.reduce((credits, record) => credits + (record?.credits ?? 0), 0);
    if (!total || total.lastSequence < last || total.credits === sum) return [];
    return [`${key}: the total has ${total.credits} credits, its days have ${sum}.`];
  });
};

const unreadableRecords = (usage: Usage): string[] =>
  [...usage].filter(([, record]) => !record).map(([key]) => `The usage record ${key} is unreadable.`);

/** A charge that the roll-up has acknowledged must be in the usage. */
const lostCharges = ({ charges, usage, doneUpTo }: RolledUp): string[] =>
  charges
    .filter(({ sequence }) => sequence <= doneUpTo)
    .filter(({ sequence, value }) => sequence > (usage.get(dayKey(value))?.lastSequence ?? 0))
    .map(({ id }) => `The charge ${id} was rolled up, but is not in the usage.`);

/** One sentence per disagreement between charges and usage, or within the usage. */
export const usageFaults = (ledger: RolledUp): string[] => [
  ...unreadableRecords(ledger.usage),
  ...dayFaults(ledger),
  ...totalFaults(ledger.usage),
  ...lostCharges(ledger),
];
