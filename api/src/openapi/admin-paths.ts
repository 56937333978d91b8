import type { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { storageBody, storageTestBody } from '../account-storage/storage-body.js';
import { proxyBody } from '../proxy/proxy-body.js';
import { secretBody } from '../routes/account/bodies.js';
import { changeAccountBody, createAccountBody } from '../routes/admin/bodies.js';
import { adminAnswers } from './admin-schemas.js';
import { workspacePaths } from './chat-paths.js';
import { errorResponses } from './error-responses.js';
import { headerRefs } from './headers.js';
import { pathParameters } from './path-parameters.js';
import { presetPaths } from './preset-paths.js';
import { storageAnswers, storageTexts } from './storage-schemas.js';

const { accountId, secretId } = pathParameters;

const errors = errorResponses('admin', [
  'invalid_option',
  'invalid_request',
  'invalid_credentials',
  'not_found',
  'storage_not_configured',
  'request_too_large',
  'internal',
  'unavailable',
]);

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  body?: z.ZodType;
  status: '200' | '201';
  answer: z.ZodType;
}

const operation = ({ body, status, answer, ...texts }: Operation): ZodOpenApiOperationObject => ({
  ...texts,
  tags: ['admin'],
  security: [{ adminToken: [] }],
  ...(body ? { requestBody: { required: false, content: { 'application/json': { schema: body } } } } : {}),
  responses: {
    [status]: {
      description: texts.summary,
      headers: headerRefs('X-Request-Id'),
      content: { 'application/json': { schema: answer } },
    },
    ...errors,
  },
});

const pathItems: Record<string, ZodOpenApiPathItemObject> = {
  '/admin/v1/accounts': {
    get: operation({
      operationId: 'listAccounts',
      summary: 'List all accounts, sorted by id',
      status: '200',
      answer: adminAnswers.accounts,
    }),
    post: operation({
      operationId: 'createAccount',
      summary: 'A new account with a generated secret',
      description: 'The answer shows the secret once.',
      body: createAccountBody,
      status: '201',
      answer: adminAnswers.created,
    }),
  },
  '/admin/v1/sessions': {
    get: operation({
      operationId: 'listActiveSessions',
      summary: 'List the active sessions of all accounts, latest first',
      status: '200',
      answer: adminAnswers.sessions,
    }),
  },
  '/admin/v1/pools': {
    get: operation({
      operationId: 'listPools',
      summary: 'List the pools of browsers, with their state',
      status: '200',
      answer: adminAnswers.pools,
    }),
  },
  '/admin/v1/queue': {
    get: operation({
      operationId: 'getQueue',
      summary: 'The queue of renders, by class of jobs',
      description: 'An account has at most `concurrentRenders` jobs in the queue. Its other requests wait in the api.',
      status: '200',
      answer: adminAnswers.queue,
    }),
  },
  '/admin/v1/accounts/{id}': {
    parameters: [accountId],
    get: operation({ operationId: 'getAccount', summary: 'An account', status: '200', answer: adminAnswers.account }),
    patch: operation({
      operationId: 'changeAccount',
      summary: 'Disable or enable an account; set its limits, credits and endpoints',
      body: changeAccountBody,
      status: '200',
      answer: adminAnswers.account,
    }),
  },
  '/admin/v1/accounts/{id}/usage': {
    parameters: [accountId],
    get: operation({
      operationId: 'getUsage',
      summary: 'The usage of the account, in total and by day',
      description: 'About a second behind the ledger.',
      status: '200',
      answer: adminAnswers.usage,
    }),
  },
  '/admin/v1/accounts/{id}/secrets': {
    parameters: [accountId],
    post: operation({
      operationId: 'addSecret',
      summary: 'Add a secret',
      description:
        'Every secret signs URLs and opens sessions. With the scope `manage` it also changes the account. Add one, change your clients, then remove the old one.',
      body: secretBody,
      status: '201',
      answer: adminAnswers.secret,
    }),
  },
  '/admin/v1/accounts/{id}/secrets/{secretId}': {
    parameters: [accountId, secretId],
    delete: operation({
      operationId: 'removeSecret',
      summary: 'Remove a secret',
      description:
        'The secret stays removed even if `TINTYPE_ACCOUNT` names it. The last secret cannot be removed: disable the account instead.',
      status: '200',
      answer: adminAnswers.account,
    }),
  },
  '/admin/v1/accounts/{id}/proxy': {
    parameters: [accountId],
    put: operation({
      operationId: 'setProxy',
      summary: 'Set the proxy of browser sessions with `proxy: true`',
      description: 'The proxy is sealed with the master key. Open sessions keep their proxy.',
      body: proxyBody,
      status: '200',
      answer: adminAnswers.account,
    }),
    delete: operation({
      operationId: 'removeProxy',
      summary: 'Remove the proxy',
      status: '200',
      answer: adminAnswers.account,
    }),
  },
  ...presetPaths({ path: '/admin/v1/accounts/{id}/presets', prefix: '', operation, parameters: [accountId] }),
  ...workspacePaths({ path: '/admin/v1/accounts/{id}/slack', prefix: '', operation, parameters: [accountId] }),
  '/admin/v1/accounts/{id}/storage': {
    parameters: [accountId],
    get: operation({
      operationId: 'getStorage',
      summary: storageTexts.read,
      status: '200',
      answer: storageAnswers.storage,
    }),
    put: operation({
      operationId: 'setStorage',
      summary: storageTexts.set,
      description: storageTexts.setDescription,
      body: storageBody,
      status: '200',
      answer: storageAnswers.stored,
    }),
    delete: operation({
      operationId: 'removeStorage',
      summary: storageTexts.remove,
      description: storageTexts.removeDescription,
      status: '200',
      answer: storageAnswers.storage,
    }),
  },
  '/admin/v1/accounts/{id}/storage/test': {
    parameters: [accountId],
    post: operation({
      operationId: 'testStorage',
      summary: storageTexts.test,
      description: storageTexts.testDescription,
      body: storageTestBody,
      status: '200',
      answer: storageAnswers.trial,
    }),
  },
};

const servers = [
  {
    url: 'http://{host}:{privatePort}',
    description: 'The private port (TINTYPE_PRIVATE_PORT): do not expose it to the internet.',
    variables: { host: { default: '127.0.0.1' }, privatePort: { default: '9090' } },
  },
];

export const adminPaths: ZodOpenApiPathsObject = Object.fromEntries(
  Object.entries(pathItems).map(([path, item]) => [path, { ...item, servers }]),
);
