import {
  createdSessionSchema,
  createSessionBody,
  limits,
  liveBody,
  liveLinkSchema,
  sessionSchema,
} from '@tintype/contracts';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { closeQuerySchema } from '../routes/sessions/close-query.js';
import { listQuerySchema } from '../routes/sessions/list-query.js';
import { errorResponses } from './error-responses.js';
import { type HeaderName, headerRefs } from './headers.js';
import { pathParameters } from './path-parameters.js';
import { actionAnswerSchema, actionRequestExamples, actionRequestSchema } from './session-action-schemas.js';

const keyHeader = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  schema: { type: 'string' as const },
};

const idempotencyKey = {
  ...keyHeader,
  required: false,
  description: `1 to 255 printable ASCII characters without spaces. For 24 h, a request with the same key gets the same session, even \
after its end. With another body it gets 400. If no response returned the session and it cost nothing, a retry opens a new one.`,
};

const requiredIdempotencyKey = { ...keyHeader, required: true, description: 'The `Idempotency-Key` of the create.' };

const success = z.literal(true);
const abandonAnswer = z.object({
  success,
  session: sessionSchema.nullable().meta({ description: 'The closed session; null if no browser had opened.' }),
});
const sessionAnswer = z.object({ success, session: sessionSchema });
const listAnswer = z.object({
  success,
  sessions: z.array(sessionSchema),
  nextCursor: z.string().nullable().meta({ description: 'The cursor of the next page; null on the last one.' }),
});

const commonCodes = [
  'invalid_request',
  'invalid_credentials',
  'account_disabled',
  'rate_limited',
  'internal',
  'unavailable',
] as const;
const commonErrors = errorResponses('sessions', commonCodes);
const sessionErrors = { ...commonErrors, ...errorResponses('session', ['session_not_found']) };
const openErrors = errorResponses('openSession', [
  'credits_exhausted',
  'profile_unusable',
  'request_too_large',
  'session_limit',
  'rate_limited',
  'overloaded',
]);
const actionErrors = errorResponses('act', [
  'session_not_active',
  'profile_conflict',
  'request_too_large',
  'selector_not_found',
  'result_too_large',
  'not_renderable',
  'target_blocked',
  'target_dns',
  'target_tls',
  'target_unreachable',
  'render_failed',
  'timeout',
]);
const closeErrors = errorResponses('closeSession', [
  'session_not_active',
  'profile_conflict',
  'result_too_large',
  'render_failed',
  'timeout',
]);

const abandonErrors = errorResponses('abandonSession', ['timeout']);

const liveErrors = errorResponses('linkLive', ['session_not_active', 'request_too_large']);

const connectErrors = errorResponses('connect', [
  'invalid_request',
  'invalid_credentials',
  'account_disabled',
  'session_not_active',
  'rate_limited',
  'internal',
  'unavailable',
]);

interface Operation extends Pick<ZodOpenApiOperationObject, 'parameters' | 'requestParams'> {
  operationId: string;
  summary: string;
  description?: string;
  body?: z.ZodType;
  examples?: Record<string, { summary: string; value: object }>;
  status: '200' | '201';
  answer: z.ZodType;
  headers?: readonly HeaderName[];
  errors: ZodOpenApiOperationObject['responses'];
}

/** An empty body counts as `{}`. So a body is required only if its schema refuses `{}`. */
const requestBodyOf = (schema: z.ZodType, examples: Operation['examples']) => ({
  required: !schema.safeParse({}).success,
  content: { 'application/json': { schema, ...(examples ? { examples } : {}) } },
});

const operation = ({
  body,
  examples,
  status,
  answer,
  headers = [],
  errors,
  ...rest
}: Operation): ZodOpenApiOperationObject => ({
  ...rest,
  tags: ['sessions'],
  security: [{ accountSecret: [] }],
  ...(body ? { requestBody: requestBodyOf(body, examples) } : {}),
  responses: {
    [status]: {
      description: rest.summary,
      headers: headerRefs('X-Request-Id', 'RateLimit-Policy', 'RateLimit', ...headers),
      content: { 'application/json': { schema: answer } },
    },
    ...errors,
  },
});

export const sessionPaths: ZodOpenApiPathsObject = {
  '/v1/sessions': {
    post: operation({
      operationId: 'createSession',
      summary: 'Open a session with a new browser',
      description: `The answer comes within about ${limits.sessionStartSeconds} s, or up to 20 s later if pod or API server hang. A client that leaves \
earlier pays nothing. With an \`Idempotency-Key\`, its session stays for a retry until its time is over. 429 \`session_limit\` also has \
\`activeSessionCount\` and \`maxConcurrentSessions\`.`,
      parameters: [idempotencyKey],
      body: createSessionBody,
      status: '201',
      answer: createdSessionSchema,
      headers: ['Server-Timing'],
      errors: { ...commonErrors, ...openErrors },
    }),
    get: operation({
      operationId: 'listSessions',
      summary: 'List the sessions of the account',
      description:
        'Active sessions first, then those that ended within 35 days; in each group the latest first. An unknown parameter gets 400.',
      requestParams: { query: listQuerySchema },
      status: '200',
      answer: listAnswer,
      errors: commonErrors,
    }),
    delete: operation({
      operationId: 'abandonSession',
      summary: 'Abandon the create of a session by its Idempotency-Key',
      description: `For a client that got no answer to its create. It closes the session of the key. If the create is still running, it \
gets 400, and the service closes its session, for one credit at most. For 24 h, later creates with the key get 400, also if the service \
never saw the first one. A repeated call is harmless. 504 is as for \`DELETE /v1/sessions/{id}\`.`,
      parameters: [requiredIdempotencyKey],
      status: '200',
      answer: abandonAnswer,
      errors: { ...commonErrors, ...abandonErrors },
    }),
  },
  '/v1/sessions/{id}': {
    parameters: [pathParameters.sessionId],
    get: operation({
      operationId: 'getSession',
      summary: 'Get a session, active or ended',
      status: '200',
      answer: sessionAnswer,
      errors: sessionErrors,
    }),
    delete: operation({
      operationId: 'closeSession',
      summary: 'Close a session',
      description: `Answers the session with its costs; a repeated call gets the same answer. 504 means that the session is closing but its \
browser does not answer: try again. Its node then ends it within about 30 s; until then it counts as an active session of the account. With \`saveProfile\`, an error that names the profile leaves the session open.`,
      requestParams: { query: closeQuerySchema },
      status: '200',
      answer: sessionAnswer,
      errors: { ...sessionErrors, ...closeErrors },
    }),
  },
  '/v1/sessions/{id}/actions': {
    parameters: [pathParameters.sessionId],
    post: operation({
      operationId: 'act',
      summary: 'Run an action in the browser of a session',
      description: `An action may take ${limits.actionSeconds} s, a batch ${limits.batchActionSeconds} s; then the answer is 504, and the session \
stays open. Actions of a session run one after another. 409 also has the \`session\`. If an element cannot be acted on, 422 has \
a \`diagnosis\`: \`reason\`, and \`coveredBy\` or \`near\`. Actions ignore unknown properties.`,
      body: actionRequestSchema,
      examples: actionRequestExamples,
      status: '200',
      answer: actionAnswerSchema,
      errors: { ...sessionErrors, ...actionErrors },
    }),
  },
  '/v1/sessions/{id}/live': {
    parameters: [pathParameters.sessionId],
    post: operation({
      operationId: 'linkLive',
      summary: 'Get a link to the live view',
      description: `The page shows the browser as it is driven, and with \`control\` takes mouse, keyboard, touch and paste. At most \
${limits.liveViewers} viewers watch at once, ${limits.liveOnlookers} of them without \`control\`. Each request makes another link; earlier ones stay valid. 409 also has the \`session\`.`,
      body: liveBody,
      status: '200',
      answer: liveLinkSchema,
      errors: { ...sessionErrors, ...liveErrors },
    }),
  },
  '/live': {
    get: {
      operationId: 'showLive',
      tags: ['sessions'],
      summary: 'The page of the live view',
      description: 'The token of the link is in the fragment of its URL, so no server and no referrer gets it.',
      security: [],
      responses: { '200': { description: 'The page.', content: { 'text/html': { schema: z.string() } } } },
    },
  },
  '/live/socket': {
    get: {
      operationId: 'connectLive',
      tags: ['sessions'],
      summary: 'The connection of the live view, as a WebSocket',
      description: `Only for the page at \`/live\`, whose messages may change with each version. It closes with 4000 plus the status of an error, \
such as 4401 for an expired link. When the session ends, it closes with the codes of docs/devtools.md.`,
      security: [],
      responses: {
        '101': { description: 'The connection becomes a WebSocket.' },
        ...errorResponses('connectLive', ['invalid_request']),
      },
    },
  },
  '/cdp': {
    get: {
      operationId: 'connectDevTools',
      tags: ['sessions'],
      summary: 'The Chrome DevTools Protocol of a session, as a WebSocket',
      description: `The \`connectUrl\` of a session has this path: give the whole URL to a DevTools client. At most \
${limits.cdpClients} clients connect at once. docs/devtools.md lists close codes, reasons and allowed messages.`,
      security: [],
      requestParams: { query: z.object({ token: z.string().meta({ description: 'The token in the `connectUrl`.' }) }) },
      responses: { '101': { description: 'The connection becomes a WebSocket.' }, ...connectErrors },
    },
  },
};
