import {
  contentAnswerSchema,
  type Endpoint,
  type ErrorCode,
  endpointOptions,
  endpoints,
  limits,
  metadataAnswerSchema,
} from '@tintype/contracts';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { errorCodes, errorResponses } from './error-responses.js';
import { headerRefs } from './headers.js';
import { optionParameters } from './options.js';
import { type SigningVersion, signingVersions } from './signing.js';

const binaryContent = (...types: string[]) => Object.fromEntries(types.map((type) => [type, {}]));

interface Output {
  summary: string;
  content: NonNullable<Exclude<ZodOpenApiOperationObject['responses']['200'], undefined | { $ref: string }>['content']>;
}

const outputs: Record<Endpoint, Output> = {
  image: { summary: 'A picture of a page', content: binaryContent('image/png', 'image/jpeg', 'image/webp') },
  pdf: { summary: 'A page as PDF', content: binaryContent('application/pdf') },
  content: { summary: 'The content of a page', content: { 'application/json': { schema: contentAnswerSchema } } },
  metadata: { summary: 'The metadata of a page', content: { 'application/json': { schema: metadataAnswerSchema } } },
  animated: { summary: 'A recording of a page', content: binaryContent('image/gif', 'video/mp4', 'video/webm') },
};

/** Error codes that signed URLs never answer. A code that is not listed here is documented for every render. */
const codesOfOtherRoutes: readonly ErrorCode[] = [
  'invalid_credentials',
  'invalid_signature',
  'session_not_found',
  'session_not_active',
  'session_limit',
  'profile_conflict',
  'profile_unusable',
  'range_not_satisfiable',
  'foreign_host',
  'method_not_allowed',
];

/** The error codes of a signed render. */
export const renderCodes = errorCodes.filter((code) => !codesOfOtherRoutes.includes(code));

/** One object for all operations, so that each response is one component. */
const errors = errorResponses('render', renderCodes, ['Access-Control-Allow-Origin']);

export const resultHeaders = headerRefs(
  'X-Request-Id',
  'Content-Disposition',
  'Cache-Control',
  'ETag',
  'X-Cache',
  'X-Credits-Charged',
  'X-Target-Status',
  'X-Warnings',
  'X-File-Url',
  'Server-Timing',
  'Vary',
  'RateLimit-Policy',
  'RateLimit',
);

/** A signed URL needs no cookie, so pages of any origin may read its answer (`Access-Control-Allow-Origin`). */
const signedHeaders = { ...resultHeaders, ...headerRefs('Access-Control-Allow-Origin', 'Accept-Ranges') };

const notModified = {
  id: 'render.304',
  description: 'The client has these bytes: `If-None-Match` has their ETag.',
  headers: signedHeaders,
};

const partHeaders = { ...signedHeaders, ...headerRefs('Content-Range') };

const requestHeader = (name: string, description: string) =>
  z
    .string()
    .optional()
    .meta({ param: { id: `header.${name}`, description } });

const requestHeaders = z.object({
  Range: requestHeader(
    'Range',
    'One range, such as `bytes=0-99`: 206 with that part. Other values get the whole result.',
  ),
  'If-Range': requestHeader('If-Range', 'An ETag: the range counts only for these bytes.'),
});

const redirectResponse = {
  id: 'render.302',
  description: "With `s3Redirect`: the result is in the account's storage.",
  headers: headerRefs(
    'Location',
    ...(['X-Request-Id', 'Cache-Control', 'X-Cache', 'X-Credits-Charged', 'X-Target-Status'] as const),
    ...(['X-Warnings', 'X-File-Url', 'Server-Timing'] as const),
  ),
};

const headDescription =
  'Checks signature and options, and renders nothing. Answers the headers of the cached result or its redirect, or 200 with the `Content-Type` and `Content-Disposition` of a GET.';

const getDescription = [
  'The cache answers repeated requests. Identical requests in flight share one render.',
  'Unknown options are ignored but are part of the cache key: the page is rendered again.',
  `A request may take ${limits.requestSeconds} s plus its \`delay\`; on the edge host, ${limits.edgeSeconds} s.`,
].join('\n');

const operationsOf = (endpoint: Endpoint, version: SigningVersion) => {
  const { summary, content } = outputs[endpoint];
  const id = `${endpoint}${version.suffix}`;
  const redirects = 's3Redirect' in endpointOptions[endpoint].shape ? { '302': redirectResponse } : {};
  const get: ZodOpenApiOperationObject = {
    operationId: id,
    tags: [version.tag],
    summary,
    description: getDescription,
    responses: {
      '200': { description: summary, headers: signedHeaders, content },
      '206': { description: 'The part that `Range` asks for; not with `fresh`.', headers: partHeaders, content },
      ...redirects,
      '304': notModified,
      ...errors,
    },
  };
  const head: ZodOpenApiOperationObject = {
    ...get,
    operationId: `${id}Head`,
    summary: `${summary}: headers only`,
    description: headDescription,
    responses: {
      '200': { description: 'Signature and options are valid.', headers: signedHeaders },
      ...redirects,
      ...errors,
    },
  };
  return { get, head };
};

const pathItemOf = (endpoint: Endpoint, version: SigningVersion): ZodOpenApiPathItemObject => {
  const { get, head } = operationsOf(endpoint, version);
  const query = z.object({ ...optionParameters(endpoint), ...version.query });
  const requestParams = { path: version.path, query };
  return {
    get: { ...get, requestParams: { ...requestParams, header: requestHeaders } },
    head: { ...head, requestParams },
  };
};

export const renderPaths = (): ZodOpenApiPathsObject =>
  Object.fromEntries(
    signingVersions.flatMap((version) =>
      endpoints.map((endpoint) => [`${version.prefix}/${endpoint}`, pathItemOf(endpoint, version)] as const),
    ),
  );
