import { isConflict, type KV } from '@tintype/runtime';
import { z } from 'zod';
import { type Charge, dayOf } from './charges.js';
import { jsonOf } from './stored-messages.js';

const recordSchema = z.object({
  credits: z.number(),
  charges: z.number(),
  /** The last charge in the sums. Charges up to it are not added again. */
  lastSequence: z.number(),
});

export type UsageRecord = z.infer<typeof recordSchema>;

export class UnreadableUsage extends Error {
  override name = 'UnreadableUsage';
}

const parseAs = <T>(schema: z.ZodType<T>, key: string, value: unknown): T => {
  const { data, error } = schema.safeParse(value);
  if (error) throw new UnreadableUsage(`The usage record ${key} is unreadable.`, { cause: error });
  return data;
};

const deliveredSchema = z.object({ bytes: z.number() });

export interface DayOfUsage {
  /** UTC, `yyyy-mm-dd`. */
  date: string;
  credits: number;
  charges: number;
  /** Bytes of cached results. */
  deliveredBytes: number;
}

export type UsageKv = Pick<KV, 'get' | 'create' | 'update' | 'history'>;

const noUsage: UsageRecord = { credits: 0, charges: 0, lastSequence: 0 };
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
  async add(charge: Charge, sequence: number): Promise<void> {
    const plus = (record: UsageRecord): UsageRecord =>
      sequence <= record.lastSequence
        ? record
        : { credits: record.credits + charge.credits, charges: record.charges + 1, lastSequence: sequence };
    for (const key of [dayKey(charge.account, dayOf(charge.at)), totalKey(charge.account)])
      await this.#change(key, (value) => plus(value === undefined ? noUsage : parseAs(recordSchema, key, value)));
  }

  /** Gives the day's new sum. */
  async addDelivered(account: string, date: string, bytes: number): Promise<number> {
    const key = deliveredKey(account, date);
    const sum = (value: unknown) => (value === undefined ? 0 : parseAs(deliveredSchema, key, value).bytes) + bytes;
    const changed = await this.#change(key, (value) => ({ bytes: sum(value) }));
    return changed.bytes;
  }

  async delivered(account: string, date: string): Promise<number> {
    const key = deliveredKey(account, date);
    const { value } = await this.#read(key);
    return value === undefined ? 0 : parseAs(deliveredSchema, key, value).bytes;
  }

  async total(account: string): Promise<UsageRecord> {
    const key = totalKey(account);
    const { value } = await this.#read(key);
    return value === undefined ? noUsage : parseAs(recordSchema, key, value);
  }

  /** The days with any usage, earliest first. */
  async days(account: string): Promise<DayOfUsage[]> {
    const days = new Map<string, DayOfUsage>();
    const day = (date: string) => days.get(date) ?? { date, credits: 0, charges: 0, deliveredBytes: 0 };
    for (const [date, { credits, charges }] of await this.#all(dayKey(account, '*'), recordSchema))
      days.set(date, { ...day(date), credits, charges });
    for (const [date, { bytes }] of await this.#all(deliveredKey(account, '*'), deliveredSchema))
      days.set(date, { ...day(date), deliveredBytes: bytes });
    return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  }

  /** All days and totals, by key; undefined if unreadable. */
  async records(): Promise<Map<string, UsageRecord | undefined>> {
    const found = new Map<string, UsageRecord | undefined>();
    for (const filter of [dayKey('*', '*'), totalKey('*')]) {
      for await (const entry of await this.#kv.history({ key: filter }))
        if (entry.operation === 'PUT') found.set(entry.key, recordSchema.safeParse(jsonOf(entry)).data);
    }
    return found;
  }

  async #all<T>(filter: string, schema: z.ZodType<T>): Promise<[string, T][]> {
    const found: [string, T][] = [];
    for await (const entry of await this.#kv.history({ key: filter })) {
      if (entry.operation === 'PUT')
        found.push([entry.key.split('.').at(-1) ?? '', parseAs(schema, entry.key, jsonOf(entry))]);
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
