import { limits, tokenPattern } from '@tintype/contracts';
import { z } from 'zod';
import { conditions } from '../object/condition.js';
import type { NewObjectMeta, ObjectMeta } from '../object/object-meta.js';
import { boundedMap } from '../schema/collections.js';
import { dnsName } from '../schema/names.js';
import { formed } from '../schema/text.js';
import { timestamp } from '../schema/timestamp.js';
import { phaseMeanings, sessionPhases } from './phases.js';
import { closeReasons } from './reasons.js';

const { sessionTtlSeconds, sessionLatestStartSeconds } = limits;

export const browserSessionSpecSchema = z
  .object({
    account: formed({ most: 64, pattern: tokenPattern, takes: '1 to 64 letters, digits, - and _' }).describe(
      `Id of the account that the session belongs to and that pays for it. \
REST clients do not send it: the api takes it from their credentials. \
An account that does not exist or is disabled makes the session Rejected; so does one that has as many sessions open as it may have at once (5, unless its settings say otherwise).`,
    ),
    pool: dnsName(63)
      .default('default')
      .describe(
        `Name of the BrowserPool, in the same namespace, that the browser comes from. \
A warm member is taken where there is one; an empty pool means a cold start of some seconds. \
A pool that is not there, too: the browser is made from the operator's own settings then, without what the pool's template says (addresses it may reach, resources, nodes), \
and an event of the session says so (PoolNotFound). The REST API always takes the pool named default.`,
      ),
    maxTtlSeconds: z
      .int()
      .min(1)
      .max(sessionTtlSeconds)
      .default(sessionTtlSeconds)
      .describe(
        `How long the session may stay open, in seconds, counted from status.startedAt; it is closed then, whoever uses it. \
The REST API calls it maxTtlSeconds, too, and takes a larger value for ${sessionTtlSeconds}; here such a value is refused. \
It bounds the price: a credit for each minute begun, never more than this allows.`,
      ),
    cdp: z
      .boolean()
      .default(false)
      .describe(
        `Whether clients may connect to the browser by the Chrome DevTools Protocol, with Playwright (connectOverCDP) or Puppeteer (connect). \
With true, the REST API answers a connectUrl for as long as the session is active: a WebSocket address with a signed token, good for reconnecting and for several clients at once. \
With false, the default, there are only the actions of POST /v1/sessions/{id}/actions, which work either way. \
Excludes bypassBotDetection.`,
      ),
    proxy: z
      .boolean()
      .default(false)
      .describe(
        `Whether everything that the browser sends goes through the account's own proxy, pages made over CDP included; host names are resolved there, too. \
With false, the default, it leaves through the guarded way out of the pod. The proxy is one of the account's settings.`,
      ),
    bypassBotDetection: z
      .boolean()
      .default(false)
      .describe(
        `Whether the browser says nothing of automation, as far as that goes: a site can notice it all the same. Excludes cdp, since a DevTools client gives itself away.`,
      ),
    startBy: timestamp()
      .describe(
        `When the session must be Active at the latest: if it is not, it becomes Failed, costs nothing, and no browser is opened for it any more. \
It lies at most ${sessionLatestStartSeconds} s after the creation: the operator makes a session Rejected that has a later one, since no rule of the API server's knows the time. \
The api sets it to its own deadline for the caller. Where it is left out the session has 60 s from its creation.`,
      )
      .optional(),
  })
  .describe(
    'What is asked for. It is written once, by the api or kubectl, and cannot be changed: delete the session and make another one.',
  );

// A browser's counts in 15 minutes stay far below; larger ones are a fault.
const count = () => z.int().min(0).max(1_000_000_000);

const actionCountSchema = z.object({
  total: count().describe('Actions of this type that were begun.'),
  success: count().describe('Those that succeeded.'),
  error: count().describe('Those that failed, were refused for their payload, or ran out of time.'),
});

const countsSchema = z.object({
  actions: count().describe('Actions that were begun; REST: actionCount.'),
  success: count().describe('Those that succeeded; REST: actionSuccessCount.'),
  error: count().describe(
    'Those that failed, were refused for their payload, or ran out of time; REST: actionErrorCount.',
  ),
  byType: boundedMap(actionCountSchema, 64)
    .describe(
      'The same by type of action (goto, click, …); REST: actionBreakdown. The names have at most 32 characters.',
    )
    .optional(),
});

const podSchema = z.object({
  name: dnsName(253).describe("The pod's name, in the session's namespace."),
  uid: formed({ most: 64, pattern: /^[A-Za-z0-9-]+$/, takes: 'letters, digits and -' }).describe(
    "The pod's uid: a later pod of the same name is not the session's.",
  ),
  node: dnsName(253).describe('The node that it runs on, once that is known.').optional(),
  address: formed({
    most: 64,
    pattern: /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-fA-F:.]+\]):\d{1,5}$/,
    takes: 'an IP address and a port, such as 10.1.2.3:8090 or [fd00::7]:8090',
  })
    .describe('Where its program listens, address and port, from the moment that the session is Active.')
    .optional(),
});

const lines = (meanings: readonly (readonly [string, string])[]) =>
  meanings.map(([value, meaning]) => `- ${value}: ${meaning}`).join('\n');

const phases = lines(Object.entries(phaseMeanings));
const endings = lines(Object.entries(closeReasons).map(([reason, { meaning }]) => [reason, meaning]));

export const browserSessionStatusSchema = z
  .object({
    phase: z
      .enum(sessionPhases)
      .describe(
        `Where the session is in its life; it goes forward only. REST knows active, closed, expired and error.\n${phases}`,
      )
      .optional(),
    pod: podSchema
      .describe('The pod whose browser serves the session. It may become another one while the phase is Binding.')
      .optional(),
    attempts: z
      .int()
      .min(0)
      .max(1000)
      .describe(
        'How many pods the session has been bound to; more than one when a pod went away before it became Active.',
      )
      .optional(),
    confirmed: z
      .boolean()
      .describe(
        `Whether the caller is known to have been given the session: the api confirms it on the pod before it answers 201. One that the api did not make, as with kubectl, counts as confirmed from when it is Active, with a startBy or without. \
One that was not confirmed by its startBy ends then, and costs nothing.`,
      )
      .optional(),
    startedAt: timestamp()
      .describe("When the browser was opened for the session, by the pod's clock. Time is charged from here.")
      .optional(),
    expiresAt: timestamp()
      .describe('When the session is closed at the latest: startedAt and maxTtlSeconds.')
      .optional(),
    endedAt: timestamp()
      .describe(
        'When the session ended: the earliest moment that is known, of the pod, the deletion and expiresAt. Time is charged up to here.',
      )
      .optional(),
    closeReason: z
      .enum(Object.keys(closeReasons) as [keyof typeof closeReasons])
      .describe(`Why the session ended or never began.\n${endings}`)
      .optional(),
    counts: countsSchema.describe('The actions that ran in the session, as its pod counted them.').optional(),
    credits: z
      .int()
      .min(0)
      .max(Math.ceil(sessionTtlSeconds / 60))
      .describe(
        `What the session costs: a credit for each minute begun between startedAt and endedAt, at least 1, at most maxTtlSeconds allow; 0 when it never became Active, was not confirmed, or lost its node. \
Absent until it is settled. REST: billedCredits.`,
      )
      .optional(),
    conditions: conditions('What holds of the session now, for people and for kubectl wait; each type once.'),
  })
  .describe('What became of it. Written by the operator only.');

export type BrowserSessionSpec = z.output<typeof browserSessionSpecSchema>;
export type BrowserSessionStatus = z.output<typeof browserSessionStatusSchema>;

export interface NewBrowserSession {
  apiVersion: 'tintype.dev/v1alpha1';
  kind: 'BrowserSession';
  metadata: NewObjectMeta;
  spec: z.input<typeof browserSessionSpecSchema>;
}

export interface BrowserSession {
  apiVersion: 'tintype.dev/v1alpha1';
  kind: 'BrowserSession';
  metadata: ObjectMeta;
  spec: BrowserSessionSpec;
  status?: BrowserSessionStatus;
}
