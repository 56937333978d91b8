import { endpoints } from '@tintype/contracts';
import { z } from 'zod';

/** One charge for a render, as it lies in the ledger for good: nothing changes it. */
export const renderChargeSchema = z.object({
  /** Also in the name of the stored bytes and in the subject, so that one result has one charge. */
  id: z.uuid(),
  account: z.string(),
  credits: z.int().min(0),
  endpoint: z.enum(endpoints),
  /** The key of the result, and the job that made it. */
  key: z.string(),
  job: z.string(),
  /** When it was charged, ISO 8601. */
  at: z.iso.datetime(),
});

export type RenderCharge = z.infer<typeof renderChargeSchema>;

/** The day that a charge counts for, in UTC: `yyyy-mm-dd`. */
export const dayOf = (at: string | number): string => new Date(at).toISOString().slice(0, 10);
