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
