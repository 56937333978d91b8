import { resultFactsSchema } from '@tintype/contracts';
import { z } from 'zod';

/** What is known of a stored result. */
export const resultRecordSchema = resultFactsSchema.extend({
  /** Name of the bytes, never used twice. */
  object: z.string(),
  /** Milliseconds of the Unix epoch. */
  createdAt: z.number(),
  expiresAt: z.number(),
  /** The job that was charged, or is to be. */
  chargeId: z.uuid(),
  /** False until the charge is known to stand in the ledger: whoever delivers the result writes it first. */
  charged: z.boolean(),
});

export type ResultRecord = z.infer<typeof resultRecordSchema>;

/** A record as it was read, and the revision that a write must name to replace it. */
export interface IndexEntry {
  record: ResultRecord;
  revision: number;
}

export const isLive = ({ expiresAt }: ResultRecord): boolean => expiresAt > Date.now();
