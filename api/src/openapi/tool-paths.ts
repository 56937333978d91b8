import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { errorResponses } from './error-responses.js';
import { headerRefs } from './headers.js';

const security = [{ accountSecret: [] }];
const crossOriginHeaders = ['Access-Control-Allow-Origin', 'Vary'] as const;
const headers = headerRefs('X-Request-Id', 'Cache-Control', 'RateLimit-Policy', 'RateLimit', ...crossOriginHeaders);

const messageSchema = z
  .looseObject({ jsonrpc: z.literal('2.0') })
  .meta({ description: 'A message of the Model Context Protocol.' });

const example = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const refusalCodes = ['invalid_credentials', 'account_disabled', 'foreign_host', 'internal', 'unavailable'] as const;
const errors = errorResponses('tools', ['invalid_request', ...refusalCodes, 'request_too_large', 'rate_limited']);
const notAllowedErrors = errorResponses('noTools', [
  'invalid_credentials',
  'account_disabled',
  'foreign_host',
  'method_not_allowed',
  'rate_limited',
  'internal',
]);

const refusedOperation = (operationId: string, why: string): ZodOpenApiOperationObject => ({
  operationId,
  tags: ['tools'],
  summary: `Refused with 405: ${why}`,
  security,
  responses: notAllowedErrors,
});

const preflight: ZodOpenApiOperationObject = {
  operationId: 'preflightToolMessage',
  tags: ['tools'],
  summary: 'Tells a browser that pages of this origin may send messages',
  description: 'Needs no token. The `Origin` must have the host of the request, or a configured one.',
  responses: {
    '204': {
      description: 'The origin may send messages.',
      headers: headerRefs('X-Request-Id', 'Allow', ...crossOriginHeaders),
    },
    ...errorResponses('toolPreflight', ['foreign_host']),
  },
};

export const toolPaths: ZodOpenApiPathsObject = {
  '/mcp/v1': {
    post: {
      operationId: 'sendToolMessage',
      tags: ['tools'],
      summary: 'The tool server for models',
      description: [
        'The Model Context Protocol over Streamable HTTP, without sessions: revisions up to 2025-11-25, which begin with `initialize`, and 2026-07-28.',
        'A failed tool call is a result with `isError`. A message that breaks the protocol gets a JSON-RPC error, with status 400 for most.',
        'The answer is JSON, or an event stream for a `service_*` call or `browser_session_create` with a `progressToken`.',
      ].join('\n'),
      security,
      requestBody: { required: true, content: { 'application/json': { schema: messageSchema, example } } },
      responses: {
        '200': {
          description: 'The answer to a request.',
          headers,
          content: { 'application/json': { schema: messageSchema }, 'text/event-stream': { schema: z.string() } },
        },
        '202': { description: 'A notification was taken.', headers },
        ...errors,
      },
    },
    get: refusedOperation('getToolStream', 'the server has no stream of its own'),
    delete: refusedOperation('deleteToolSession', 'the server has no sessions'),
    put: refusedOperation('putToolMessage', 'send messages by POST'),
    patch: refusedOperation('patchToolMessage', 'send messages by POST'),
    options: preflight,
  },
};
