import { z } from 'zod';
import { limits } from '../limits.js';
import { sessionActionTypes } from '../session-actions/table.js';

/** Sessions in the REST API. Times are ISO 8601 in UTC, with milliseconds. */

export const sessionStatuses = ['active', 'closed', 'expired', 'error'] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

const { sessionTtlSeconds } = limits;
const ttlError = 'a whole number of seconds from 1';
const booleanError = 'true or false';
const flag = (description: string) => z.boolean({ error: booleanError }).optional().meta({ description });

/** `POST /v1/sessions` */
export const createSessionBody = z
  .strictObject({
    maxTtlSeconds: z
      .number({ error: ttlError })
      .min(1, { error: ttlError })
      // Of more than the most nobody minds how it is written, `1e21` or `1000.5`.
      .refine((seconds) => seconds > sessionTtlSeconds || Number.isInteger(seconds), { error: ttlError })
      .optional()
      .meta({
        type: 'integer',
        description: `The session ends after this; ${sessionTtlSeconds} by default, and what is more counts as that.`,
      }),
    proxy: flag("Everything goes through the account's own proxy."),
    bypassBotDetection: flag(
      'The browser says nothing of automation, as far as that goes: a site can notice it all the same. Not with `cdp`.',
    ),
    cdp: flag('Clients may connect by the Chrome DevTools Protocol. Not with `bypassBotDetection`.'),
  })
  .refine(({ cdp, bypassBotDetection }) => !(cdp && bypassBotDetection), {
    path: ['cdp'],
    error: 'no `bypassBotDetection` beside it, since a DevTools client gives itself away',
  })
  .meta({ description: 'A new session; nothing of it is needed.' });

export const sessionOptionsSchema = z.object({
  maxTtlSeconds: z.int(),
  proxy: z.boolean(),
  bypassBotDetection: z.boolean(),
  cdp: z.boolean(),
});

export type SessionOptions = z.infer<typeof sessionOptionsSchema>;

const count = (description: string) => z.int().min(0).meta({ description });
const time = (description: string) => z.iso.datetime().meta({ description });
const connectUrl = z.string().optional().meta({
  description:
    'Where a DevTools client connects, as long as the session is active and was made with `cdp`; else absent. Each answer has another one. All of them stay good until the session ends, and lead to the pod that the session has now.',
});

export const sessionSchema = z
  .object({
    id: z.string().meta({ description: '`sess_` and an uuid.' }),
    status: z.enum(sessionStatuses),
    closeReason: z.string().nullable().meta({
      description:
        'Why it ended, as in `deleted`, `expired`, `browser_crashed`, `pod_deleted`, `node_lost`, `shut_down`.',
    }),
    createdAt: time('When it was asked for.'),
    startedAt: time('When its browser was opened to it; time is charged from here.'),
    expiresAt: time('When it ends at the latest.'),
    closedAt: time(
      'When it ended. Of one that was deleted it may lie up to a second before the answer of its last action: deletions are ' +
        'told in whole seconds.',
    ).nullable(),
    durationSeconds: count('How long it was open, or has been until now, rounded up to a second.'),
    billedCredits: count(
      'What it cost; 0 until it is charged, when it ends. One that hangs when it is closed is `closed` with 0 until its node ' +
        'has ended it.',
    ),
    accruedCredits: count('What closing it now would cost; of one that has ended, what it cost.'),
    actionCount: count('Actions that were begun.'),
    actionSuccessCount: count('Those that succeeded.'),
    actionErrorCount: count('Those that failed.'),
    actionBreakdown: z
      .record(z.string(), z.object({ total: z.int(), success: z.int(), error: z.int() }))
      .meta({ description: 'The same by type of action.' }),
    options: sessionOptionsSchema,
    connectUrl,
  })
  .meta({ id: 'Session', description: 'A browser session.' });

export type Session = z.infer<typeof sessionSchema>;

export const createdSessionSchema = z.object({
  success: z.literal(true),
  sessionId: z.string(),
  expiresAt: z.iso.datetime(),
  connectUrl,
  session: z.object({
    id: z.string(),
    status: z.enum(sessionStatuses),
    expiresAt: z.iso.datetime(),
    ...sessionOptionsSchema.shape,
    connectUrl,
  }),
});

export type CreatedSession = z.infer<typeof createdSessionSchema>;

const noType = `one of ${sessionActionTypes.join(', ')}`;

/** `POST /v1/sessions/{id}/actions` */
export const actionBody = z
  .strictObject({
    type: z
      .string({ error: noType })
      .regex(/^\w{1,32}$/, { error: noType })
      .meta({ description: 'As in `goto`.' }),
    payload: z
      .record(z.string(), z.unknown(), { error: 'an object, as in {"url": "https://example.com/"}' })
      .optional()
      .meta({ description: 'What the action takes; `{}` by default.' }),
  })
  .meta({ description: 'An action.' });
