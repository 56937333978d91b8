import { endpoints, subjects } from '@tintype/contracts';
import { z } from 'zod';
import { read } from './read.js';
import { type SessionCharge, sessionChargeSchema } from './session-charge.js';

/** What every charge says, whatever it is for. */
export interface Charge {
  account: string;
  credits: number;
  /** When it was charged, ISO 8601. */
  at: string;
}

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
  at: z.iso.datetime(),
});

export type RenderCharge = z.infer<typeof renderChargeSchema>;

const isOfSession = ({ subject }: { subject: string }) => subject.startsWith(subjects.sessionCharge(''));

/** The charge in a message: its subject says of which kind it is. `error` says why it is none. */
export const readCharge = (message: {
  subject: string;
  json: () => unknown;
}): z.ZodSafeParseResult<RenderCharge | SessionCharge> =>
  isOfSession(message) ? sessionChargeSchema.safeParse(read(message)) : renderChargeSchema.safeParse(read(message));

/** The day that a charge counts for, in UTC: `yyyy-mm-dd`. */
export const dayOf = (at: string | number): string => new Date(at).toISOString().slice(0, 10);
