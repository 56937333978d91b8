import { isConflict, jsonOf, type KV } from '@tintype/runtime';
import type { z } from 'zod';
import { dayOf } from './charges.js';
import { parseRecord } from './unreadable-record.js';
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

/** One record per account and day, and one total per account, changed by compare-and-set. */
export class UsageBook {
  readonly #kv: UsageKv;

  constructor(kv: UsageKv) {
    this.#kv = kv;
  }

  /** Adds a charge to its day and total once, even if called again. Sequences must ascend. */
  async add(charge: CountedCharge, sequence: number): Promise<void> {
    const { account, at } = charge;
    await this.#sum(dayKey(account, dayOf(at)), dayRecordSchema, (day = noUsageOfDay) =>
      sequence <= day.lastSequence ? day : dayWithCharge(day, charge, sequence),
    );
    await this.#sum(totalKey(account), usageRecordSchema, (total = noUsage) =>
      sequence <= total.lastSequence ? total : withCharge(total, charge, sequence),
    );
  }

  /** Answers the day's new sum. */
  addDelivered(account: string, date: string, { bytes, answers }: Delivered): Promise<Delivered> {
    return this.#sum(deliveredKey(account, date), deliveredSchema, (sum = noneDelivered) => ({
      bytes: sum.bytes + bytes,
      answers: sum.answers + answers,
    }));
  }

  async delivered(account: string, date: string): Promise<Delivered> {
    const key = deliveredKey(account, date);
    const { value } = await this.#read(key);
    return value === undefined ? noneDelivered : parseRecord(deliveredSchema, key, value);
  }

  async total(account: string): Promise<UsageRecord> {
    const key = totalKey(account);
    const { value } = await this.#read(key);
    return value === undefined ? noUsage : parseRecord(usageRecordSchema, key, value);
  }

  /** The days with any usage, earliest first. */
  async days(account: string): Promise<DayOfUsage[]> {
    const charged = new Map<string, DayRecord>(await this.#all(dayKey(account, '*'), dayRecordSchema));
    const delivered = new Map<string, Delivered>(await this.#all(deliveredKey(account, '*'), deliveredSchema));
    return [...new Set([...charged.keys(), ...delivered.keys()])]
      .sort()
      .map((date) => dayOfUsage(date, charged.get(date), delivered.get(date)));
  }

  /** All days and totals, by key; undefined if unreadable. */
  async records(): Promise<Map<string, UsageRecord | undefined>> {
    const found = new Map<string, UsageRecord | undefined>();
    for (const filter of [dayKey('*', '*'), totalKey('*')]) {
      for await (const entry of await this.#kv.history({ key: filter }))
        if (entry.operation === 'PUT') found.set(entry.key, usageRecordSchema.safeParse(jsonOf(entry)).data);
    }
    return found;
  }

  #sum<T>(key: string, schema: z.ZodType<T>, change: (sum: T | undefined) => T): Promise<T> {
    return this.#change(key, (value) => change(value === undefined ? undefined : parseRecord(schema, key, value)));
  }

  async #all<T>(filter: string, schema: z.ZodType<T>): Promise<[string, T][]> {
    const found: [string, T][] = [];
    for await (const entry of await this.#kv.history({ key: filter })) {
      if (entry.operation === 'PUT')
        found.push([entry.key.split('.').at(-1) ?? '', parseRecord(schema, entry.key, jsonOf(entry))]);
    }
    return found;
  }

  async #read(key: string): Promise<{ value: unknown; revision: number }> {
    const entry = await this.#kv.get(key);
    return entry?.operation === 'PUT'
      ? { value: jsonOf(entry) ?? null, revision: entry.revision }
      : { value: undefined, revision: 0 };
  }

  /** Compare-and-set: reads again when another write came first. */
  async #change<T>(key: string, change: (value: unknown) => T): Promise<T> {
    for (;;) {
      const { value, revision } = await this.#read(key);
      const next = change(value);
      try {
        if (revision === 0) await this.#kv.create(key, JSON.stringify(next));
        else await this.#kv.update(key, JSON.stringify(next), revision);
        return next;
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
  }
}
