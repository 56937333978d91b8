import { z } from 'zod';
import { limits } from '../limits.js';
import { sessionActionTypes } from '../session-actions/table.js';
import { isProfileName, profileNameError } from './profile.js';

/** Sessions in the REST API. Times are ISO 8601 in UTC, with milliseconds. */

export const sessionStatuses = ['active', 'closed', 'expired', 'error'] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

const { sessionTtlSeconds } = limits;
const ttlError = 'a whole number of seconds, 1 or more';
const booleanError = 'true or false';
const flag = (description: string) => z.boolean({ error: booleanError }).optional().meta({ description });

/** `POST /v1/sessions` */
export const createSessionBody = z
  .strictObject({
    maxTtlSeconds: z
      .number({ error: ttlError })
      .min(1, { error: ttlError })
      // Values above the limit count as the limit, so they may be fractions or as large as `1e21`.
      .refine((seconds) => seconds > sessionTtlSeconds || Number.isInteger(seconds), { error: ttlError })
      .optional()
      .meta({
        type: 'integer',
        description: `Seconds until the session ends. Default and limit: ${sessionTtlSeconds}; larger values count as ${sessionTtlSeconds}.`,
      }),
    proxy: flag("All traffic uses the account's own proxy."),
    bypassBotDetection: flag('The browser hides signs of automation; a site may still detect it. Excludes `cdp`.'),
    profile: z.string({ error: profileNameError }).refine(isProfileName, { error: profileNameError }).optional().meta({
      description: 'A saved login of the account: the browser begins with its cookies, local storage and databases.',
    }),
    cdp: flag('Clients may connect by the Chrome DevTools Protocol. Excludes `bypassBotDetection`.'),
  })
  .refine(({ cdp, bypassBotDetection }) => !(cdp && bypassBotDetection), {
    path: ['cdp'],
    error: 'false if `bypassBotDetection` is true: a site can detect a DevTools client',
  })
  .meta({ description: 'A new session. Every field is optional.' });

const sessionOptionsSchema = z.object({
  maxTtlSeconds: z.int(),
  proxy: z.boolean(),
  bypassBotDetection: z.boolean(),
  cdp: z.boolean(),
  profile: z
    .string()
    .optional()
    .meta({ description: 'The saved login that the browser began with; absent if there was none.' }),
});

export type SessionOptions = z.infer<typeof sessionOptionsSchema>;

const count = (description: string) => z.int().min(0).meta({ description });
const time = (description: string) => z.iso.datetime().meta({ description });
const connectUrl = z.string().optional().meta({
  description:
    'Address for DevTools clients, while the session is active and has `cdp`; otherwise absent. Each answer has a new one. All of them work until the session ends.',
});

export const sessionSchema = z
  .object({
    id: z.string().meta({ description: '`sess_` and a UUID.' }),
    status: z.enum(sessionStatuses),
    closeReason: z.string().nullable().meta({
      description:
        'Why the session ended, such as `deleted`, `expired`, `browser_crashed`, `pod_deleted`, `node_lost`, `shut_down`.',
    }),
    createdAt: time('When the session was requested.'),
    startedAt: time('When the browser opened for the session. Charged time starts here.'),
    expiresAt: time('When the session ends at the latest.'),
    closedAt: time(
      'When the session ended. Deletion times have whole seconds, so it may be up to 1 s before the answer of the last action.',
    ).nullable(),
    durationSeconds: count('How long the session was open so far, rounded up to seconds.'),
    billedCredits: count(
      'What the session cost; 0 until it ended and was charged. A session whose browser hangs at its close is `closed` with 0 ' +
        'until its node ends it.',
    ),
    accruedCredits: count('What the session would cost if it ended now; after its end, what it cost.'),
    actionCount: count('Started actions.'),
    actionSuccessCount: count('Successful actions.'),
    actionErrorCount: count('Failed actions.'),
    actionBreakdown: z
      .record(z.string(), z.object({ total: z.int(), success: z.int(), error: z.int() }))
      .meta({ description: 'The same counts by type of action.' }),
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

const actionTypeError = `one of ${sessionActionTypes.join(', ')}`;

/** `POST /v1/sessions/{id}/actions` */
export const actionBody = z
  .strictObject({
    type: z
      .string({ error: actionTypeError })
      .regex(/^\w{1,32}$/, { error: actionTypeError })
      .meta({ description: 'A type of action, such as `goto`.' }),
    payload: z
      .record(z.string(), z.unknown(), { error: 'an object, such as {"url": "https://example.com/"}' })
      .optional()
      .meta({ description: 'The fields of the action; `{}` by default.' }),
  })
  .meta({ description: 'An action.' });

/** `POST /v1/sessions/{id}/live` */
export const liveBody = z
  .strictObject({
    control: flag('The link also takes mouse, keyboard, touch and paste. By default it only shows the session.'),
  })
  .meta({ description: 'What the link allows. Every field is optional.' });

export const liveLinkSchema = z.object({
  success: z.literal(true),
  url: z.string().meta({ description: 'The page. It is a credential: its owner sees, or drives, the browser.' }),
  expiresAt: time(
    `The link opens the page until then: ${limits.liveLinkSeconds / 60} minutes, or until the session ends. An open page works until the session ends.`,
  ),
});

export type LiveLink = z.infer<typeof liveLinkSchema>;
