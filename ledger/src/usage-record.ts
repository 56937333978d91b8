import { type Endpoint, endpoints } from '@tintype/contracts';
import { z } from 'zod';
import type { Charge } from './charges.js';

/** The sums of an account's charges, of one day or of all days. */
export const usageRecordSchema = z.object({
  credits: z.number(),
  /** How many charges. */
  charges: z.number(),
  /** The last charge in the sums. Charges up to it are not added again. */
  lastSequence: z.number(),
});

export type UsageRecord = z.infer<typeof usageRecordSchema>;

export const dayRecordSchema = usageRecordSchema.extend({
  /** Charged renders by endpoint. */
  renders: z.record(z.string(), z.number()).default({}),
  /** Charged minutes: each begun minute of a session counts. */
  sessionMinutes: z.number().default(0),
});

export type DayRecord = z.infer<typeof dayRecordSchema>;

export const noUsage: UsageRecord = { credits: 0, charges: 0, lastSequence: 0 };
export const noUsageOfDay: DayRecord = { ...noUsage, renders: {}, sessionMinutes: 0 };

/** A render's charge has `endpoint`, a session's charge has `session`. */
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
    // A session costs one credit a minute.
    sessionMinutes: sessionMinutes + (session === undefined ? 0 : credits),
  };
};

/** The cached results delivered on one day: their bytes, and the number of answers. */
export const deliveredSchema = z.object({ bytes: z.number(), answers: z.number().default(0) });

export type Delivered = z.infer<typeof deliveredSchema>;

export const noneDelivered: Delivered = { bytes: 0, answers: 0 };

export interface DayOfUsage {
  /** UTC, `yyyy-mm-dd`. */
  date: string;
  /** Charged renders. */
  renders: Record<Endpoint, number>;
  /** Answers with a cached result, 304 included. */
  cachedAnswers: number;
  /** Bytes of cached results. */
  deliveredBytes: number;
  sessionMinutes: number;
  credits: number;
  charges: number;
}

/** A day as the usage shows it: zeros for what the records lack. */
export const dayOfUsage = (
  date: string,
  { renders, sessionMinutes, credits, charges }: DayRecord = noUsageOfDay,
  { bytes, answers }: Delivered = noneDelivered,
): DayOfUsage => ({
  date,
  renders: Object.fromEntries(endpoints.map((each) => [each, renders[each] ?? 0])) as DayOfUsage['renders'],
  cachedAnswers: answers,
  deliveredBytes: bytes,
  sessionMinutes,
  credits,
  charges,
});
