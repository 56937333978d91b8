import { type Endpoint, endpoints } from '@tintype/contracts';
import { z } from 'zod';
import type { Charge } from './charges.js';

/** The sums of an account's charges, of one day or of all days. */
export const usageRecordSchema = z.object({
  credits: z.number(),
  /** The number of charges. */
  charges: z.number(),
  /** The sequence of the last charge in the sums. Charges up to this sequence are not added again. */
  lastSequence: z.number(),
});

export type UsageRecord = z.infer<typeof usageRecordSchema>;

export const dayRecordSchema = usageRecordSchema.extend({
  /** Charged renders by endpoint. */
  renders: z.record(z.string(), z.number()).default({}),
  /** Charged minutes: each started minute of a session counts. */
  sessionMinutes: z.number().default(0),
});

export type DayRecord = z.infer<typeof dayRecordSchema>;

export const noUsage: UsageRecord = { credits: 0, charges: 0, lastSequence: 0 };
export const noUsageOfDay: DayRecord = { ...noUsage, renders: {}, sessionMinutes: 0 };

/** What the usage counts of a charge. A render's charge has `endpoint`, a session's charge has `session`. */
export interface CountedCharge extends Charge {
  endpoint?: Endpoint;
  session?: string;
}

export const withCharge = (record: UsageRecord, { credits }: Charge, sequence: number): UsageRecord => ({
  credits: record.credits + credits,
  charges: record.charges + 1,
  lastSequence: sequence,
});

export const dayWithCharge = (record: DayRecord, charge: CountedCharge, sequence: number): DayRecord => {
  const { credits, endpoint, session } = charge;
  const { renders, sessionMinutes } = record;
  return {
    ...withCharge(record, charge, sequence),
    renders: endpoint === undefined ? renders : { ...renders, [endpoint]: (renders[endpoint] ?? 0) + 1 },
    // A session costs one credit per started minute.
    sessionMinutes: sessionMinutes + (session === undefined ? 0 : credits),
  };
};

/** The cached results that an account received on one day: their bytes, and the number of answers. */
export const deliveredSchema = z.object({ bytes: z.number(), answers: z.number().default(0) });

export type Delivered = z.infer<typeof deliveredSchema>;

export const noneDelivered: Delivered = { bytes: 0, answers: 0 };

export interface DayOfUsage {
  /** UTC, `yyyy-mm-dd`. */
  date: string;
  /** The number of charged renders of each endpoint. */
  renders: Record<Endpoint, number>;
  /** Answers with a cached result, 304 included. */
  cachedAnswers: number;
  /** Bytes of cached results. */
  deliveredBytes: number;
  sessionMinutes: number;
  credits: number;
  charges: number;
}

/** A day of the account's usage, from its two records. What the records lack is 0. */
export const dayOfUsage = (
  date: string,
  { renders, sessionMinutes, credits, charges }: DayRecord = noUsageOfDay,
  { bytes, answers }: Delivered = noneDelivered,
): DayOfUsage => ({
  date,
  renders: Object.fromEntries(endpoints.map((endpoint) => [endpoint, renders[endpoint] ?? 0])) as DayOfUsage['renders'],
  cachedAnswers: answers,
  deliveredBytes: bytes,
  sessionMinutes,
  credits,
  charges,
});
