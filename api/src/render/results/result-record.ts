import { resultFactsSchema } from '@tintype/contracts';
import { z } from 'zod';

/** A stored result. */
export const resultRecordSchema = resultFactsSchema.extend({
  /** Name of the bytes, never used twice. */
  object: z.string(),
  /** Milliseconds of the Unix epoch. */
  createdAt: z.number(),
  expiresAt: z.number(),
  /** The job that is charged. */
  chargeId: z.uuid(),
  /** False until the charge is known to be in the ledger; every delivery writes it first. */
  charged: z.boolean(),
});

export type ResultRecord = z.infer<typeof resultRecordSchema>;

/** A record, and the revision that a write has to name to replace it. */
export interface IndexEntry {
  record: ResultRecord;
  revision: number;
}

export const isLive = ({ expiresAt }: ResultRecord): boolean => expiresAt > Date.now();
