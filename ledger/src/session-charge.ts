import { actionCountsSchema } from '@tintype/contracts';
import { z } from 'zod';

const time = z.iso.datetime({ offset: true });

const sessionOptionsSchema = z.object({
  maxTtlSeconds: z.int(),
  proxy: z.boolean(),
  bypassBotDetection: z.boolean(),
  cdp: z.boolean(),
});

/** That a session may cost something: written before its browser is given to anybody. Every open gets one charge. */
export const sessionOpenSchema = z.object({
  session: z.string(),
  account: z.string(),
  /** Of the BrowserSession: a later object of the same name is another session. */
  uid: z.string(),
  namespace: z.string(),
  name: z.string(),
  /** When that was made; opens of before have it not. */
  createdAt: time.optional(),
  options: sessionOptionsSchema,
  /** Nothing is activated after this. */
  startBy: time,
  /** Made by kubectl: there is no api that confirms it. */
  unattended: z.boolean(),
});

/** A session as it ended, which is also its charge. Nothing changes it; what `GET /v1/sessions/{id}` answers from then on. */
export const sessionChargeSchema = z.object({
  session: z.string(),
  account: z.string(),
  uid: z.string(),
  credits: z.int().min(0),
  createdAt: time.optional(),
  startedAt: time.optional(),
  expiresAt: time.optional(),
  endedAt: time.optional(),
  closeReason: z.string(),
  options: sessionOptionsSchema,
  counts: actionCountsSchema,
  /** When it was charged. */
  at: time,
});

/** The reason of a charge that the sweeper wrote: the session's object was taken away before it was settled. */
export const objectGone = 'ObjectGone';

export type SessionOpen = z.infer<typeof sessionOpenSchema>;
export type SessionCharge = z.infer<typeof sessionChargeSchema>;

const minuteMs = 60_000;

/** One credit a minute open, rounded up, at least one, and never more than the session's longest life costs. */
export const sessionCredits = (openMs: number, maxTtlSeconds: number): number =>
  Math.min(Math.ceil(maxTtlSeconds / 60), Math.max(1, Math.ceil(openMs / minuteMs)));

export interface SessionLife {
  /** RFC 3339. */
  startedAt: string;
  /** Every moment at which it is known to have been over, RFC 3339 or milliseconds of the epoch; the earliest counts. */
  ends: readonly (string | number | undefined)[];
  maxTtlSeconds: number;
  /** Its caller is known to have been given it, and has had it. */
  isPaid: boolean;
}

const millisecondsOf = (moment: string | number) => (typeof moment === 'number' ? moment : Date.parse(moment));

/**
 * When a session that was open ended, and what it costs. By this the operator charges, and the api says what is going to be
 * charged. It needs one end at least.
 */
export const endOfSession = ({ startedAt, ends, maxTtlSeconds, isPaid }: SessionLife) => {
  const start = Date.parse(startedAt);
  const known = ends.filter((end) => end !== undefined).map(millisecondsOf);
  const end = Math.max(start, Math.min(...known));
  return { endedAt: new Date(end).toISOString(), credits: isPaid ? sessionCredits(end - start, maxTtlSeconds) : 0 };
};
