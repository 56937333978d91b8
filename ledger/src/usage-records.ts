import { jsonOf, type KV } from '@tintype/runtime';
import type { z } from 'zod';
import { dayOf } from './charges.js';
import { changeEntry, parseRecord, readEntry } from './records.js';
import {
  type CountedCharge,
  type DayOfUsage,
  type DayRecord,
  type Delivered,
  dayOfUsage,
  dayRecordSchema,
  dayWithCharge,
  deliveredSchema,
  noneDelivered,
  noUsage,
  noUsageOfDay,
  type UsageRecord,
  usageRecordSchema,
  withCharge,
} from './usage-record.js';

export type UsageKv = Pick<KV, 'get' | 'create' | 'update' | 'history'>;

const dayKey = (account: string, date: string) => `day.${account}.${date}`;
const totalKey = (account: string) => `total.${account}`;
const deliveredKey = (account: string, date: string) => `delivered.${account}.${date}`;

/**
 * The usage of accounts, changed by compare-and-set. Each account has a total of its charges. Each of an account's days
 * has a record of charges and one of delivered results. A `date` is a UTC day, `yyyy-mm-dd`. Except `records`, every
 * method throws an UnreadableRecord for a damaged record.
 */
export class UsageRecords {
  readonly #kv: UsageKv;

  constructor(kv: UsageKv) {
    this.#kv = kv;
  }

  /** Adds a charge to its day and total. Sequences must ascend: a record ignores sequences that it already includes. */
  async add(charge: CountedCharge, sequence: number): Promise<void> {
    const { account, at } = charge;
    const dayEntry = { key: dayKey(account, dayOf(at)), schema: dayRecordSchema };
    await changeEntry(this.#kv, dayEntry, (sum = noUsageOfDay) =>
      sequence <= sum.lastSequence ? sum : dayWithCharge(sum, charge, sequence),
    );
    const totalEntry = { key: totalKey(account), schema: usageRecordSchema };
    await changeEntry(this.#kv, totalEntry, (sum = noUsage) =>
      sequence <= sum.lastSequence ? sum : withCharge(sum, charge, sequence),
    );
  }

  /** Adds delivered results to a day. Returns the day's new sum. */
  addDelivered(account: string, date: string, { bytes, answers }: Delivered): Promise<Delivered> {
    const deliveredEntry = { key: deliveredKey(account, date), schema: deliveredSchema };
    return changeEntry(this.#kv, deliveredEntry, (sum = noneDelivered) => ({
      bytes: sum.bytes + bytes,
      answers: sum.answers + answers,
    }));
  }

  async delivered(account: string, date: string): Promise<Delivered> {
    const { value } = await readEntry(this.#kv, deliveredKey(account, date), deliveredSchema);
    return value ?? noneDelivered;
  }

  async total(account: string): Promise<UsageRecord> {
    const { value } = await readEntry(this.#kv, totalKey(account), usageRecordSchema);
    return value ?? noUsage;
  }

  /** The days with charges or delivered results, earliest first. */
  async days(account: string): Promise<DayOfUsage[]> {
    const charged = new Map<string, DayRecord>(await this.#datedRecords(dayKey(account, '*'), dayRecordSchema));
    const delivered = new Map<string, Delivered>(await this.#datedRecords(deliveredKey(account, '*'), deliveredSchema));
    return [...new Set([...charged.keys(), ...delivered.keys()])]
      .sort()
      .map((date) => dayOfUsage(date, charged.get(date), delivered.get(date)));
  }

  /** The charge records of all accounts, days and totals, by key. Unreadable ones are undefined. */
  async records(): Promise<Map<string, UsageRecord | undefined>> {
    const found = new Map<string, UsageRecord | undefined>();
    for (const filter of [dayKey('*', '*'), totalKey('*')]) {
      for await (const entry of await this.#kv.history({ key: filter }))
        if (entry.operation === 'PUT') found.set(entry.key, usageRecordSchema.safeParse(jsonOf(entry)).data);
    }
    return found;
  }

  /** The dates and records of all keys that match `filter`. @throws UnreadableRecord */
  async #datedRecords<T>(filter: string, schema: z.ZodType<T>): Promise<[string, T][]> {
    const found: [string, T][] = [];
    for await (const entry of await this.#kv.history({ key: filter })) {
      if (entry.operation === 'PUT')
        found.push([entry.key.split('.').at(-1) ?? '', parseRecord(schema, entry.key, jsonOf(entry))]);
    }
    return found;
  }
}
