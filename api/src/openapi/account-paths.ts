import type { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { storageBody, storageTestBody } from '../account-storage/storage-body.js';
import { proxyBody, proxyTestBody } from '../proxy/proxy-body.js';
import { secretBody, tokenBody } from '../routes/account/bodies.js';
import { chargesQuerySchema } from '../routes/account/charges.js';
import { maxUsageDays, usageQuerySchema } from '../routes/account/usage.js';
import { accountAnswers } from './account-schemas.js';
import { workspacePaths } from './chat-paths.js';
import { errorResponses } from './error-responses.js';
import { headerRefs } from './headers.js';
import { pathParameters } from './path-parameters.js';
import { presetPaths } from './preset-paths.js';
import { profilePaths } from './profile-paths.js';
import { proxyAnswers } from './proxy-schemas.js';
import { storageAnswers, storageTexts } from './storage-schemas.js';

const errors = errorResponses('account', [
  'invalid_option',
  'invalid_request',
  'invalid_credentials',
  'account_disabled',
  'not_found',
  'storage_not_configured',
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
  /** 200 by default. */
  status?: '200' | '201';
  answer: z.ZodType;
  /** The schema of the answer 201, if the operation has one besides its usual answer. */
  createdAnswer?: z.ZodType;
}

const responseOf = (description: string, schema: z.ZodType) => ({
  description,
  headers: headerRefs('X-Request-Id', 'RateLimit-Policy', 'RateLimit'),
  content: { 'application/json': { schema } },
});

/** An empty body counts as `{}`. So a body is required only if its schema refuses `{}`. */
const operation = ({ body, status = '200', answer, createdAnswer, ...rest }: Operation): ZodOpenApiOperationObject => ({
  ...rest,
  tags: ['account'],
  security: [{ accountSecret: [] }],
  ...(body
    ? { requestBody: { required: !body.safeParse({}).success, content: { 'application/json': { schema: body } } } }
    : {}),
  responses: {
    [status]: responseOf(rest.summary, answer),
    ...(createdAnswer ? { '201': responseOf(`${rest.summary} that this request created`, createdAnswer) } : {}),
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
  '/v1/account/usage': {
    get: operation({
      operationId: 'getOwnUsage',
      summary: 'The usage of the account, a row a day',
      description: `Days are UTC; one without usage has zeros. At most ${maxUsageDays} days. Renders, session minutes and credits are exact, about a \
second behind the ledger. Cached answers and their bytes are up to 2 s behind. A crash of an api loses those 2 s.`,
      requestParams: { query: usageQuerySchema },
      answer: accountAnswers.usage,
    }),
  },
  '/v1/account/charges': {
    get: operation({
      operationId: 'listOwnCharges',
      summary: 'The charges of the account, latest first',
      description:
        'Those of the last 40 days, about a second late; after an upgrade or a restore, the newest come last. Go on while `nextCursor` is not null.',
      requestParams: { query: chargesQuerySchema },
      answer: accountAnswers.charges,
    }),
  },
  '/v1/account/secrets': {
    get: operation({
      operationId: 'listOwnSecrets',
      summary: 'The secrets of the account, without their text',
      answer: accountAnswers.secrets,
    }),
    post: operation({
      operationId: 'addOwnSecret',
      summary: 'A new secret',
      description: 'The answer shows the secret once. An account has at most 10 secrets.',
      body: secretBody,
      status: '201',
      answer: accountAnswers.newSecret,
    }),
  },
  '/v1/account/secrets/{id}': {
    parameters: [pathParameters.ownSecretId],
    delete: operation({
      operationId: 'removeOwnSecret',
      summary: 'Remove a secret',
      description: 'The last secret with the scope `manage` cannot be removed.',
      answer: accountAnswers.secrets,
    }),
  },
  '/v1/account/token': {
    post: operation({
      operationId: 'getOwnToken',
      summary: 'The bearer token of a secret',
      description: '200 for a `secret` in the body; 201 with a new secret, which needs the scope `manage`.',
      body: tokenBody,
      answer: accountAnswers.token,
      createdAnswer: accountAnswers.newToken,
    }),
  },
  ...presetPaths({ path: '/v1/account/presets', prefix: 'Own', operation, parameters: [] }),
  ...workspacePaths({ path: '/v1/account/slack', prefix: 'Own', operation, parameters: [] }),
  '/v1/account/storage': {
    get: operation({ operationId: 'getOwnStorage', summary: storageTexts.read, answer: storageAnswers.storage }),
    put: operation({
      operationId: 'setOwnStorage',
      summary: storageTexts.set,
      description: storageTexts.setDescription,
      body: storageBody,
      answer: storageAnswers.stored,
    }),
    delete: operation({
      operationId: 'removeOwnStorage',
      summary: storageTexts.remove,
      description: storageTexts.removeDescription,
      answer: storageAnswers.storage,
    }),
  },
  '/v1/account/storage/test': {
    post: operation({
      operationId: 'testOwnStorage',
      summary: storageTexts.test,
      description: storageTexts.testDescription,
      body: storageTestBody,
      answer: storageAnswers.trial,
    }),
  },
  '/v1/account/proxy': {
    get: operation({
      operationId: 'getOwnProxy',
      summary: 'The proxy of the account, without its password',
      answer: proxyAnswers.proxy,
    }),
    put: operation({
      operationId: 'setOwnProxy',
      summary: 'Set the proxy of browser sessions with `proxy: true`',
      description:
        'The URL is sealed with the master key, and its password, or a user name without one, never shown. Open sessions keep their proxy.',
      body: proxyBody,
      answer: proxyAnswers.stored,
    }),
    delete: operation({
      operationId: 'removeOwnProxy',
      summary: 'Remove the proxy of the account',
      description: 'New sessions with `proxy: true` then get 400. Open sessions keep their proxy.',
      answer: proxyAnswers.proxy,
    }),
  },
  '/v1/account/proxy/test': {
    post: operation({
      operationId: 'testOwnProxy',
      summary: 'Ask for a page through the proxy',
      description:
        'Says which step failed, why, and what to do. It takes at most 18 s. An account has 2 tests at once, a replica 20; then 429.',
      body: proxyTestBody,
      answer: proxyAnswers.trial,
    }),
  },
  ...profilePaths(operation),
};
