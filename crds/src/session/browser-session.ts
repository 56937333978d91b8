import { limits, tokenPattern } from '@tintype/contracts';
import { z } from 'zod';
import { conditions } from '../object/condition.js';
import type { NewObjectMeta, ObjectMeta } from '../object/object-meta.js';
import { boundedMap } from '../schema/collections.js';
import { dnsName } from '../schema/names.js';
import { formattedText } from '../schema/text.js';
import { timestamp } from '../schema/timestamp.js';
import { phaseMeanings, sessionPhases } from './phases.js';
import { closeReasons } from './reasons.js';

const { sessionTtlSeconds, sessionLatestStartSeconds } = limits;

export const browserSessionSpecSchema = z
  .object({
    account: formattedText({
      maxLength: 64,
      pattern: tokenPattern,
      takes: '1 to 64 letters, digits, - and _',
    }).describe(
      `Id of the account that owns the session and pays for it. \
REST clients do not send it: the api takes it from their credentials. \
The session becomes Rejected if the account does not exist, is disabled, or has no free slot (5 by default).`,
    ),
    pool: dnsName(63)
      .default('default')
      .describe(
        `Name of the BrowserPool in the same namespace. \
The session claims a warm pod of the pool. Without one it waits some seconds for a cold start. \
If the pool does not exist, the operator's settings make the pod, without a template (allowed addresses, resources, nodes). \
The session then gets an event (PoolNotFound). The REST API always uses the pool named default.`,
      ),
    maxTtlSeconds: z
      .int()
      .min(1)
      .max(sessionTtlSeconds)
      .default(sessionTtlSeconds)
      .describe(
        `Seconds from status.startedAt after which the session closes, even while in use. \
The REST API lowers larger values to ${sessionTtlSeconds}; here they are refused. \
It limits the price: one credit per started minute.`,
      ),
    cdp: z
      .boolean()
      .default(false)
      .describe(
        `Whether clients may connect by the Chrome DevTools Protocol, with Playwright (connectOverCDP) or Puppeteer (connect). \
With true, the REST API returns a connectUrl while the session is active. It is a WebSocket address with a signed token, for several connections. \
The actions of POST /v1/sessions/{id}/actions work with true and false. \
Excludes bypassBotDetection.`,
      ),
    proxy: z
      .boolean()
      .default(false)
      .describe(
        `Whether all traffic of the browser uses the account's own proxy, also for pages opened over CDP. The proxy also resolves host names. \
With false, the default, traffic leaves through the pod's egress guard. The proxy is a setting of the account.`,
      ),
    bypassBotDetection: z
      .boolean()
      .default(false)
      .describe(
        `Whether the browser hides signs of automation. A site may still detect it. Excludes cdp, because a site can detect a DevTools client.`,
      ),
    startBy: timestamp()
      .describe(
        `The time by which the session is Active, or becomes Failed: then it costs nothing and never gets a browser. \
At most ${sessionLatestStartSeconds} s after the creation. The operator rejects sessions with a later time, because rules of the API server cannot read the clock. \
The api sets it to the deadline of the client's request. Default: 60 s after the creation.`,
      )
      .optional(),
  })
  .describe('The desired session. It cannot change after the creation: delete the session and create another.');

// A browser's counts in 15 minutes stay far below; larger ones are a fault.
const count = () => z.int().min(0).max(1_000_000_000);

const actionCountSchema = z.object({
  total: count().describe('Started actions of this type.'),
  success: count().describe('Successful ones.'),
  error: count().describe('Ones that failed, had an invalid payload, or ran out of time.'),
});

const countsSchema = z.object({
  actions: count().describe('Started actions. REST: actionCount.'),
  success: count().describe('Successful actions. REST: actionSuccessCount.'),
  error: count().describe('Actions that failed, had an invalid payload, or ran out of time. REST: actionErrorCount.'),
  byType: boundedMap(actionCountSchema, 64)
    .describe(
      'The same counts by type of action (goto, click, …). REST: actionBreakdown. Names have at most 32 characters.',
    )
    .optional(),
});

const podSchema = z.object({
  name: dnsName(253).describe("The pod's name, in the session's namespace."),
  uid: formattedText({ maxLength: 64, pattern: /^[A-Za-z0-9-]+$/, takes: 'letters, digits and -' }).describe(
    "The pod's uid, which tells it apart from a later pod of the same name.",
  ),
  node: dnsName(253).describe('The node of the pod, once known.').optional(),
  address: formattedText({
    maxLength: 64,
    pattern: /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-fA-F:.]+\]):\d{1,5}$/,
    takes: 'an IP address and a port, such as 10.1.2.3:8090 or [fd00::7]:8090',
  })
    .describe('Address and port of the agent, once the session is Active.')
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
        `The phase of the session, which only moves forward. REST has active, closed, expired and error.\n${phases}`,
      )
      .optional(),
    pod: podSchema.describe('The pod of the session. It can change while the phase is Binding.').optional(),
    attempts: z
      .int()
      .min(0)
      .max(1000)
      .describe(
        'Number of pods that the session was bound to. More than 1 if a pod disappeared before the session became Active.',
      )
      .optional(),
    confirmed: z
      .boolean()
      .describe(
        `Whether the client receives the session: the api confirms it on the pod before it answers 201. A session created with kubectl counts as confirmed once it is Active. \
An unconfirmed session ends at its startBy and costs nothing.`,
      )
      .optional(),
    startedAt: timestamp()
      .describe("When the browser opened for the session, by the pod's clock. Charged time starts here.")
      .optional(),
    expiresAt: timestamp().describe('When the session closes at the latest: startedAt plus maxTtlSeconds.').optional(),
    endedAt: timestamp()
      .describe(
        'When the session ended: the earliest known time of the pod, the deletion and expiresAt. Charged time ends here.',
      )
      .optional(),
    closeReason: z
      .enum(Object.keys(closeReasons) as [keyof typeof closeReasons])
      .describe(`Why the session ended or never started.\n${endings}`)
      .optional(),
    counts: countsSchema.describe('Actions of the session, counted by its pod.').optional(),
    credits: z
      .int()
      .min(0)
      .max(Math.ceil(sessionTtlSeconds / 60))
      .describe(
        `The price: one credit per started minute between startedAt and endedAt, at least 1, limited by maxTtlSeconds. 0 if the session never became Active, was not confirmed, or lost its node. \
Absent until the phase Settling. REST: billedCredits.`,
      )
      .optional(),
    conditions: conditions('Conditions of the session, for people and kubectl wait. Each type occurs once.'),
  })
  .describe('The state of the session. Only the operator writes it.');

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
