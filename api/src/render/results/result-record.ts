import { resultFactsSchema } from '@tintype/contracts';
import { z } from 'zod';

export const resultRecordSchema = resultFactsSchema.extend({
  /** Name of the bytes, never used twice. */
  object: z.string(),
  /** Milliseconds of the Unix epoch. */
  createdAt: z.number(),
  /** Milliseconds of the Unix epoch. */
  expiresAt: z.number(),
  chargeId: z.uuid(),
  /** False until the ledger is known to have the charge. */
  charged: z.boolean(),
  /** The copy in the account's own storage. */
  upload: z
    .object({
      /** Id of the `UploadTarget`. */
      target: z.string(),
      /** Name of the copy in the account's bucket. */
      object: z.string(),
      /** The store refused `s3Acl`. */
      withoutAcl: z.boolean().optional(),
    })
    .optional(),
});

export type ResultRecord = z.infer<typeof resultRecordSchema>;

/** A record, and the revision that a write must name to replace it. */
export interface IndexEntry {
  record: ResultRecord;
  revision: number;
}

/** The part to read to see that a result's bytes are there. Undefined (all bytes) for a result of one byte. */
export const firstByte = ({ length }: ResultRecord) => (length > 1 ? { start: 0, end: 0 } : undefined);

export const isLive = ({ expiresAt }: ResultRecord): boolean => expiresAt > Date.now();
