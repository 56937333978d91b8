import { createdSessionSchema, createSessionBody, limits, sessionSchema } from '@tintype/contracts';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { listQuerySchema } from '../routes/sessions/list-query.js';
import { errorResponses } from './error-responses.js';
import { headerRefs } from './headers.js';
import { actionAnswerSchema, actionRequestExamples, actionRequestSchema } from './session-action-schemas.js';

const sessionId = {
  name: 'id',
  in: 'path' as const,
  required: true,
  description: 'The id of the session, `sess_…`.',
  schema: { type: 'string' as const },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description: `Up to 255 ASCII characters without spaces. The same key answers the same session again for 24 h, on every \
replica, also when it has ended; with another body it is refused. A session that never came to its caller is made anew.`,
  schema: { type: 'string' as const },
};

const success = z.literal(true);
const sessionAnswer = z.object({ success, session: sessionSchema });
const listAnswer = z.object({
  success,
  sessions: z.array(sessionSchema),
  nextCursor: z.string().nullable().meta({ description: 'For the next page; null on the last one.' }),
});

const everywhere = [
  'invalid_request',
  'invalid_credentials',
  'account_disabled',
  'rate_limited',
  'internal',
  'unavailable',
] as const;
const withoutId = errorResponses('sessions', everywhere);
const common = { ...withoutId, ...errorResponses('session', ['session_not_found']) };
const opening = errorResponses('openSession', [
  'credits_exhausted',
  'request_too_large',
  'session_limit',
  'rate_limited',
  'overloaded',
]);
const acting = errorResponses('act', [
  'session_not_active',
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
const closing = errorResponses('closeSession', ['timeout']);

const connecting = errorResponses('connect', [
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
  errors: ZodOpenApiOperationObject['responses'];
}

/** No body counts as an empty object. */
const contentOf = (schema: z.ZodType, examples: Operation['examples']) => ({
  required: !schema.safeParse({}).success,
  content: { 'application/json': { schema, ...(examples ? { examples } : {}) } },
});

const operation = ({ body, examples, status, answer, errors, ...rest }: Operation): ZodOpenApiOperationObject => ({
  ...rest,
  tags: ['sessions'],
  security: [{ accountSecret: [] }],
  ...(body ? { requestBody: contentOf(body, examples) } : {}),
  responses: {
    [status]: {
      description: rest.summary,
      headers: headerRefs('X-Request-Id'),
      content: { 'application/json': { schema: answer } },
    },
    ...errors,
  },
});

/** Browser sessions. */
export const sessionPaths: ZodOpenApiPathsObject = {
  '/v1/sessions': {
    post: operation({
      operationId: 'createSession',
      summary: 'A new session with its browser open',
      description: `Answered within ${limits.sessionStartSeconds} s or so; where the pod or the API server hangs, up to 20 s later. A client that leaves \
before costs nothing, unless it has an \`Idempotency-Key\`: then its session stays for its next request, until its time is over. 429 \
\`session_limit\` has \`activeSessionCount\` and \`maxConcurrentSessions\` too.`,
      parameters: [idempotencyKey],
      body: createSessionBody,
      status: '201',
      answer: createdSessionSchema,
      errors: { ...withoutId, ...opening },
    }),
    get: operation({
      operationId: 'listSessions',
      summary: 'The sessions of the account',
      description:
        'Active ones first, then those that have ended within 35 days, the latest of each before the others. A parameter that ' +
        'is not among these is 400.',
      requestParams: { query: listQuerySchema },
      status: '200',
      answer: listAnswer,
      errors: withoutId,
    }),
  },
  '/v1/sessions/{id}': {
    parameters: [sessionId],
    get: operation({
      operationId: 'getSession',
      summary: 'A session, also one that has ended',
      status: '200',
      answer: sessionAnswer,
      errors: common,
    }),
    delete: operation({
      operationId: 'closeSession',
      summary: 'Close a session',
      description: `Answers what it came to; again the same. 504 says that it is being closed, and that its browser does not \
answer: ask again. Its node ends it then, some 30 s later, and until that it counts as one of the account's sessions.`,
      status: '200',
      answer: sessionAnswer,
      errors: { ...common, ...closing },
    }),
  },
  '/v1/sessions/{id}/actions': {
    parameters: [sessionId],
    post: operation({
      operationId: 'act',
      summary: 'Have the browser of a session do something',
      description: `An action has ${limits.actionSeconds} s, a batch ${limits.batchActionSeconds} s: then 504, and the session \
lives on. Actions of a session run one after another. 409 has the \`session\` too. Where an element cannot be acted on, 422 \
has a \`diagnosis\`: \`reason\`, and \`coveredBy\` or \`near\`. What an action does not know is left out.`,
      body: actionRequestSchema,
      examples: actionRequestExamples,
      status: '200',
      answer: actionAnswerSchema,
      errors: { ...common, ...acting },
    }),
  },
  '/cdp': {
    get: {
      operationId: 'connectDevTools',
      tags: ['sessions'],
      summary: 'The Chrome DevTools Protocol of a session, as a WebSocket',
      description: `This is what \`connectUrl\` of a session names; give it to a DevTools client as it is. Up to \
${limits.cdpClients} clients at once. The codes and reasons with which it closes, and what clients may send: docs/devtools.md.`,
      security: [],
      requestParams: { query: z.object({ token: z.string().meta({ description: 'Of the `connectUrl`.' }) }) },
      responses: { '101': { description: 'From here on it is a WebSocket.' }, ...connecting },
    },
  },
};
