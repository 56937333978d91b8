import type { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { accountAnswers } from './account-schemas.js';
import { errorResponses } from './error-responses.js';
import { headerRefs } from './headers.js';

const errors = errorResponses('account', [
  'invalid_request',
  'invalid_credentials',
  'account_disabled',
  'not_found',
  'request_too_large',
  'rate_limited',
  'internal',
  'unavailable',
]);

interface Operation extends Pick<ZodOpenApiOperationObject, 'requestParams'> {
  operationId: string;
  summary: string;
  description?: string;
  body?: z.ZodType;
  status?: '200' | '201';
  answer: z.ZodType;
}

const operation = ({ body, status = '200', answer, ...rest }: Operation): ZodOpenApiOperationObject => ({
  ...rest,
  tags: ['account'],
  security: [{ accountSecret: [] }],
  ...(body
    ? { requestBody: { required: !body.safeParse({}).success, content: { 'application/json': { schema: body } } } }
    : {}),
  responses: {
    [status]: {
      description: rest.summary,
      headers: headerRefs('X-Request-Id'),
      content: { 'application/json': { schema: answer } },
    },
    ...errors,
  },
});

export const accountPaths: ZodOpenApiPathsObject = {
  '/v1/account': {
    get: operation({
      operationId: 'getOwnAccount',
      summary: 'The account of the credentials',
      description: 'Its limits, and the credits that are left, about a second behind the ledger.',
      answer: accountAnswers.account,
    }),
  },
};
