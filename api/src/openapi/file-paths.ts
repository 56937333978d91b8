import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { errorResponses } from './error-responses.js';
import { headerRefs } from './headers.js';
import { pathParameters } from './path-parameters.js';

const errors = errorResponses('file', [
  'account_disabled',
  'not_found',
  'range_not_satisfiable',
  'rate_limited',
  'bandwidth_exceeded',
  'internal',
  'unavailable',
]);

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

const content = { '*/*': {} };

const notModified = { description: 'The client has these bytes: `If-None-Match` has their ETag.', headers };

const get: ZodOpenApiOperationObject = {
  operationId: 'getFile',
  tags: ['public'],
  summary: 'A stored result, for anybody who has its link',
  description: [
    'Answers with results have the link in `X-File-Url`. It works as long as the result is cached; then it answers 404.',
    'Another render of the same request has the same link.',
    "Deliveries count towards the account's daily bandwidth, and requests towards its request rate.",
  ].join('\n'),
  responses: {
    '200': { description: 'The whole file.', headers, content },
    '206': {
      description: 'The part that `Range` asks for.',
      headers: { ...headers, ...headerRefs('Content-Range') },
      content,
    },
    '304': notModified,
    ...errors,
  },
};

export const filePaths: ZodOpenApiPathsObject = {
  '/files/{token}/{name}': {
    parameters: [pathParameters.fileToken, pathParameters.fileName],
    get,
    head: {
      ...get,
      operationId: 'headFile',
      summary: 'The headers of a stored result',
      responses: { '200': { description: 'The headers of a GET.', headers }, '304': notModified, ...errors },
    },
  },
};
