import { actionCountsSchema } from '@tintype/contracts';
import { z } from 'zod';

const time = z.iso.datetime({ offset: true });

const sessionOptionsSchema = z.object({
  maxTtlSeconds: z.int(),
  proxy: z.boolean(),
  bypassBotDetection: z.boolean(),
  cdp: z.boolean(),
  profile: z.string().optional(),
});

/**
 * Announces that a session may cost something. Written before a client gets its browser; every open gets one charge.
 */
export const sessionOpenSchema = z.object({
  session: z.string(),
  account: z.string(),
  /** The BrowserSession's uid: a later object of this name is another session. */
  uid: z.string(),
  namespace: z.string(),
  name: z.string(),
  createdAt: time.optional(),
  options: sessionOptionsSchema,
  /** Nothing activates the session after this time. */
  startBy: time,
  /** Created by kubectl, so no api confirms it. */
  unattended: z.boolean(),
});

/** An ended session and its charge; immutable. `GET /v1/sessions/{id}` answers from it. */
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
  at: time,
});

/** The reason in the sweeper's charges: the object was deleted before the session was settled. */
export const objectGone = 'ObjectGone';

export type SessionOpen = z.infer<typeof sessionOpenSchema>;
export type SessionCharge = z.infer<typeof sessionChargeSchema>;

const minuteMs = 60_000;

/** One credit per started minute: at least one, at most what the maximum life costs. */
export const sessionCredits = (openMs: number, maxTtlSeconds: number): number =>
  Math.min(Math.ceil(maxTtlSeconds / 60), Math.max(1, Math.ceil(openMs / minuteMs)));

export interface SessionLife {
  /** RFC 3339. */
  startedAt: string;
  /** Every known end, RFC 3339 or milliseconds since the epoch; the earliest counts. At least one is defined. */
  ends: readonly (string | number | undefined)[];
  maxTtlSeconds: number;
  /** False makes the session free: its node was lost, or the client perhaps never got it. */
  isCharged: boolean;
}

const millisecondsOf = (moment: string | number) => (typeof moment === 'number' ? moment : Date.parse(moment));

/** The end and the price of a session. The operator charges this price; before that, the api answers with it. */
export const endOfSession = ({ startedAt, ends, maxTtlSeconds, isCharged }: SessionLife) => {
  const start = Date.parse(startedAt);
  const knownEnds = ends.filter((end) => end !== undefined).map(millisecondsOf);
  const end = Math.max(start, Math.min(...knownEnds));
  return { endedAt: new Date(end).toISOString(), credits: isCharged ? sessionCredits(end - start, maxTtlSeconds) : 0 };
};
