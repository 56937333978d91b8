import { type ErrorCode, errorTable } from '@tintype/contracts';
import { z } from 'zod';
import type { ZodOpenApiResponsesObject } from 'zod-openapi';
import { type HeaderName, headerRefs } from './headers.js';

export const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

const errorSchema = z
  .object({
    success: z.literal(false),
    error: z.string().meta({ description: 'A sentence for people; it may change.' }),
    code: z.enum(errorCodes).meta({ description: 'For programs; it does not change.' }),
    requestId: z.string().meta({ description: 'Also in `X-Request-Id`; name it when you ask for help.' }),
  })
  .meta({ id: 'Error', description: 'The body of every error, on every route.' });

const exampleRequestId = 'req_5f0c1f9e-6c8f-4f6f-9a53-0d2f1c9b7c11';

const exampleOf = (code: ErrorCode) => ({
  value: { success: false, error: errorTable[code].message, code, requestId: exampleRequestId },
});

const hasRetryAfter = (code: ErrorCode) => 'retryAfterSeconds' in errorTable[code];

const headersOf = (codes: readonly ErrorCode[]): HeaderName[] => [
  ...(codes.some(hasRetryAfter) ? (['Retry-After'] as const) : []),
  ...(codes.includes('storage_failed') ? (['X-Credits-Charged'] as const) : []),
  ...(codes.some((code) => errorTable[code].status === 429) ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
];

const responseOf = (codes: readonly ErrorCode[], extraHeaders: readonly HeaderName[]) => ({
  description: codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join('\n\n'),
  headers: headerRefs('X-Request-Id', ...headersOf(codes), ...extraHeaders),
  content: {
    'application/json': {
      schema: errorSchema,
      examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
    },
  },
});

/** The responses for these codes: one component per status and group of routes. All of them have `extraHeaders`. */
export const errorResponses = (
  group: string,
  codes: readonly ErrorCode[],
  extraHeaders: readonly HeaderName[] = [],
): ZodOpenApiResponsesObject => {
  const statuses = [...new Set(codes.map((code) => errorTable[code].status))];
  const responses: ZodOpenApiResponsesObject = {};
  for (const status of statuses) {
    const codesOfStatus = codes.filter((code) => errorTable[code].status === status);
    responses[`${status}`] = { id: `${group}.${status}`, ...responseOf(codesOfStatus, extraHeaders) };
  }
  return responses;
};

/** All error codes, with status and sentence, as a Markdown table. */
export const errorCatalogue = [
  '| Status | Code | Sentence |',
  '|---|---|---|',
  ...errorCodes.map((code) => `| ${errorTable[code].status} | \`${code}\` | ${errorTable[code].message} |`),
].join('\n');
