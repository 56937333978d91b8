import { actionCountsSchema } from '@tintype/contracts';
import { z } from 'zod';

const time = z.iso.datetime({ offset: true });

/** Options from the `spec` of the session's object (`crds/src/session/browser-session.ts`). */
const sessionOptionsSchema = z.object({
  maxTtlSeconds: z.int(),
  proxy: z.boolean(),
  bypassBotDetection: z.boolean(),
  cdp: z.boolean(),
  profile: z.string().optional(),
});

/**
 * An open: the session may cost something. It is written before a client gets the browser. Every open gets one charge.
 */
export const sessionOpenSchema = z.object({
  session: z.string(),
  account: z.string(),
  /** The BrowserSession's uid. A later object with the same name is another session. */
  uid: z.string(),
  namespace: z.string(),
  name: z.string(),
  createdAt: time.optional(),
  options: sessionOptionsSchema,
  /** Nothing activates the session after this time. */
  startBy: time,
  /** True if the session was created with kubectl, so that no api confirms it. */
  unattended: z.boolean(),
});

/** An ended session and its charge; immutable. `GET /v1/sessions/{id}` answers from the charge. */
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
  /** When the operator made the charge. */
  at: time,
});

/** The `closeReason` of the sweeper's charges: the object was deleted before the session was settled. */
export const objectGone = 'ObjectGone';

export type SessionOpen = z.infer<typeof sessionOpenSchema>;
export type SessionCharge = z.infer<typeof sessionChargeSchema>;

const minuteMs = 60_000;

/** One credit per started minute: at least one, at most one for each minute of the maximum life. */
export const sessionCredits = (durationMs: number, maxTtlSeconds: number): number =>
  Math.min(Math.ceil(maxTtlSeconds / 60), Math.max(1, Math.ceil(durationMs / minuteMs)));

export interface SessionLife {
  /** RFC 3339. */
  startedAt: string;
  /**
   * Every known end of the session, RFC 3339 or milliseconds since the epoch. The earliest counts. At least one must be
   * defined.
   */
  ends: readonly (string | number | undefined)[];
  maxTtlSeconds: number;
  /** False makes the session free: its node was lost, or perhaps the client never got the session. */
  isCharged: boolean;
}

const millisecondsOf = (instant: string | number) => (typeof instant === 'number' ? instant : Date.parse(instant));

/**
 * A session's end, RFC 3339, and its price in credits. The operator charges this price. Until then, the api shows it.
 */
export const endOfSession = ({ startedAt, ends, maxTtlSeconds, isCharged }: SessionLife) => {
  const start = Date.parse(startedAt);
  const knownEnds = ends.filter((end) => end !== undefined).map(millisecondsOf);
  const end = Math.max(start, Math.min(...knownEnds));
  return { endedAt: new Date(end).toISOString(), credits: isCharged ? sessionCredits(end - start, maxTtlSeconds) : 0 };
};
