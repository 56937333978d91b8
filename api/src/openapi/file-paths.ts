import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { errorResponses } from './error-responses.js';
import { headerRefs } from './headers.js';
import { pathParameters } from './path-parameters.js';

const errors = errorResponses(
  'file',
  [
    'account_disabled',
    'not_found',
    'range_not_satisfiable',
    'rate_limited',
    'bandwidth_exceeded',
    'internal',
    'overloaded',
    'unavailable',
  ],
  ['Access-Control-Allow-Origin'],
);

const headers = headerRefs(
  'X-Request-Id',
  'Content-Disposition',
  'Cache-Control',
  'ETag',
  'Accept-Ranges',
  'X-Content-Type-Options',
  'Access-Control-Allow-Origin',
  'Content-Security-Policy',
  'RateLimit-Policy',
  'RateLimit',
);

const anyContent = { '*/*': {} };

const conditionalHeaders = z.object({
  'If-None-Match': z.string().optional().meta({ description: 'ETags that the client has: 304 for the same bytes.' }),
});

const requestHeaders = conditionalHeaders.extend({
  Range: z
    .string()
    .optional()
    .meta({ description: 'One range, such as `bytes=0-99`: 206 with that part. Other values get the whole file.' }),
  'If-Range': z.string().optional().meta({ description: 'An ETag: the range counts only for these bytes.' }),
});

const notModified = { description: 'The client has these bytes: `If-None-Match` has their ETag.', headers };

const getOperation: ZodOpenApiOperationObject = {
  operationId: 'getFile',
  tags: ['public'],
  summary: 'A stored result, for anybody who has its link',
  description: [
    'Answers with results have the link in `X-File-Url`. It works as long as the result is cached; then it answers 404.',
    'Another render of the same request has the same link.',
    "Deliveries count towards the account's daily bandwidth, and requests towards its rate for links.",
    'Files above 1 MiB wait up to 10 s while too many are read. Then the answer is 503, or 429 if the same account reads them.',
  ].join('\n'),
  requestParams: { header: requestHeaders },
  responses: {
    '200': { description: 'The whole file.', headers, content: anyContent },
    '206': {
      description: 'The part that `Range` asks for.',
      headers: { ...headers, ...headerRefs('Content-Range') },
      content: anyContent,
    },
    '304': notModified,
    ...errors,
  },
};

const deleteOperation: ZodOpenApiOperationObject = {
  operationId: 'deleteFile',
  tags: ['public'],
  summary: 'Delete a stored result, which takes its link back',
  description: [
    'For its account, with any secret. The link answers 404 from now on, and the next request renders and charges.',
    'Caches may show the file for five more minutes. A copy in the storage of the account stays.',
  ].join('\n'),
  security: [{ accountSecret: [] }],
  responses: {
    '200': {
      description: 'The result is gone.',
      headers: headerRefs('X-Request-Id', 'RateLimit-Policy', 'RateLimit'),
      content: { 'application/json': { schema: z.strictObject({ success: z.literal(true) }) } },
    },
    ...errorResponses('fileDeletion', [
      ...(['invalid_credentials', 'account_disabled', 'not_found', 'rate_limited'] as const),
      ...(['internal', 'unavailable'] as const),
    ]),
  },
};

export const filePaths: ZodOpenApiPathsObject = {
  '/files/{token}/{name}': {
    parameters: [pathParameters.fileToken, pathParameters.fileName],
    get: getOperation,
    delete: deleteOperation,
    head: {
      ...getOperation,
      operationId: 'headFile',
      summary: 'The headers of a stored result',
      description: 'Those of a GET without `Range`. No bytes count, and the request counts towards the rate for links.',
      requestParams: { header: conditionalHeaders },
      responses: { '200': { description: 'The headers of a GET.', headers }, '304': notModified, ...errors },
    },
  },
};
