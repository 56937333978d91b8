import { limits, optionValueSchema } from '@tintype/contracts';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { batchStatuses, itemStatuses } from '../batch/batch-view.js';
import { batchEndpoints, faultSchema, pausedSchema } from '../batch/facts/records.js';
import { notificationStates } from '../batch/notify/attempts.js';
import { batchListQuery, batchQuery } from '../routes/batch.js';
import { errorResponses } from './error-responses.js';
import { headerRefs } from './headers.js';
import { pathParameters } from './path-parameters.js';

const time = z.iso.datetime();
const count = (description: string) => z.int().min(0).meta({ description });

const itemSchema = z
  .object({
    number: count('Position in `data`, from 0.'),
    status: z.enum(itemStatuses),
    url: z.string().nullable(),
    file_name: z.string().nullable().meta({
      description: 'Ends in `-2` and so on if an earlier item has the same name for another render.',
    }),
    location: z.string().nullable().meta({ description: "The public URL of the object in the account's storage." }),
    bytes: z.int().nullable(),
    contentType: z.string().nullable(),
    targetStatus: z.int().nullable().meta({ description: 'HTTP status of the page; null without a result.' }),
    warnings: z.array(z.string()).meta({ description: 'What the result lacks.' }),
    error: faultSchema.nullable().meta({
      description:
        'Why the item failed, or why a `queued` one is tried again: code and sentence of the error catalogue.',
    }),
    attempts: count('Attempts that have ended.'),
  })
  .meta({ id: 'BatchItem' });

const notificationSchema = z.object({
  status: z.enum(notificationStates),
  deliveryId: z.string().nullable().meta({ description: 'The same in every attempt.' }),
  attempts: count('Calls so far.'),
  lastAttemptAt: time.nullable(),
  lastError: z.string().nullable(),
  nextAttemptAt: time.nullable(),
});

const stateSchema = z
  .object({
    batchId: z.string(),
    type: z.enum(batchEndpoints),
    status: z.enum(batchStatuses).meta({
      description: '`failed`: no item succeeded, and not all were cancelled.',
    }),
    total: count('Items.'),
    queued: count('Items that have not ended.'),
    succeeded: count('Stored results.'),
    failed: count('Items with an error.'),
    cancelled: count('Items that DELETE ended.'),
    cancelRequested: z
      .boolean()
      .meta({ description: 'DELETE was accepted. Items that are not on a node become `cancelled`.' }),
    createdAt: time,
    startedAt: time.nullable(),
    finishedAt: time.nullable(),
    itemsPerSecond: z
      .number()
      .nullable()
      .meta({ description: 'Ended items per second in the last minute, without cancelled ones.' }),
    secondsLeft: z.int().nullable().meta({ description: 'Estimate from `itemsPerSecond`; null while no item ends.' }),
    error: faultSchema.nullable().meta({ description: 'Why the whole request was refused.' }),
    waitingFor: pausedSchema.nullable().meta({
      description:
        "The batch is paused: the account's storage has not answered from `since` on. Notifications omit this field.",
    }),
    notification: notificationSchema,
  })
  .meta({ id: 'BatchState' });

const batchSchema = z
  .object({
    success: z.literal(true),
    ...stateSchema.shape,
    items: z.array(itemSchema),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'Batch' });

const listSchema = z.object({
  success: z.literal(true),
  batches: z.array(stateSchema),
  nextCursor: z.string().nullable().meta({ description: 'null on the last page.' }),
});

const optionsSchema = z.record(z.string(), optionValueSchema).meta({
  description:
    'Options of the endpoint, and `file_name`. Values that a signed URL carries in base64url may be plain text or JSON.',
});

const bodySchema = z.object({
  notification_uri: z.string().nullable().optional().meta({ description: 'Gets a POST when every item has ended.' }),
  data: z
    .array(z.object({ url: z.string(), options: optionsSchema.optional() }))
    .min(1)
    .max(limits.batchItems),
});

const createdSchema = z.object({
  success: z.literal(true),
  batchId: z.string(),
  status: z
    .enum(batchStatuses)
    .meta({ description: "`queued`. For a repeated `Idempotency-Key`, the batch's present status." }),
  total: z.int(),
  statusUrl: z.string(),
});

const headers = headerRefs('X-Request-Id', 'RateLimit-Policy', 'RateLimit');
const jsonResponse = (description: string, schema: z.ZodType) => ({
  description,
  headers,
  content: { 'application/json': { schema } },
});

export const acceptedAnswer = jsonResponse('The batch is accepted.', createdSchema);

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description: 'A repeat within 24 h with the same key and body answers the same batch.',
  schema: { type: 'string' as const, pattern: '^[\\x21-\\x7e]{1,255}$' },
};

const commonCodes = [
  'invalid_request',
  'invalid_signature',
  'account_disabled',
  'rate_limited',
  'internal',
  'unavailable',
] as const;

const createErrors = errorResponses('newBatch', [
  ...commonCodes,
  'unknown_api_key',
  'storage_not_configured',
  'request_too_large',
]);
const errors = errorResponses('batch', [...commonCodes, 'unknown_api_key', 'invalid_credentials', 'not_found']);

const createDescription = `Answers once the batch is durable. Each item renders like a signed URL with the same options. Signed URLs have
priority. The item's result is stored in the account's storage under \`{screenshots|pdfs}/{yyyy}/{mm}/{dd}/{file_name or key}.{ext}\`. Cached
results are reused without a charge. A fault in an item becomes its \`error\`. The other items still render. At most ${limits.batchItems}
items and ${limits.batchBytes / 1024 ** 2} MiB a batch, and about ${limits.unfinishedBatches} unfinished batches an account.

When every item has ended, \`notification_uri\` gets a POST with \`event\`, the state and \`results\`. Its headers are \`x-delivery-id\` and
\`x-signature: t=<unix time>,v1=<hex HMAC-SHA256 of t, a dot and the body>\`, under the secret that signed this request. If the answer is not 2xx,
the service repeats the POST with growing delays for 24 hours. If its body would exceed 1 MiB, \`results\` is empty and \`resultsUrl\` is the URL of the state.`;

const creationPath = (endpoint: (typeof batchEndpoints)[number]): ZodOpenApiPathItemObject => ({
  parameters: [pathParameters.apiKey],
  post: {
    operationId: `createBatch${endpoint === 'pdf' ? 'Pdf' : 'Image'}`,
    tags: ['batches'],
    summary: `Render many pages as ${endpoint === 'pdf' ? 'PDFs' : 'pictures'}`,
    description: createDescription,
    security: [{ bodySignature: [] }],
    parameters: [idempotencyKey],
    requestBody: { required: true, content: { 'application/json': { schema: bodySchema } } },
    responses: { '202': acceptedAnswer, ...createErrors },
  },
});

interface BatchOperation {
  operationId: string;
  summary: string;
  description?: string;
  /** 200 by default. */
  status?: '200' | '202';
}

const operation = ({ status = '200', ...texts }: BatchOperation): ZodOpenApiOperationObject => ({
  ...texts,
  tags: ['batches'],
  security: [{ bodySignature: [] }, { accountSecret: [] }],
  requestParams: { query: batchQuery },
  responses: { [status]: jsonResponse('The state, and a page of items.', batchSchema), ...errors },
});

const parameters = [pathParameters.apiKey, pathParameters.batchId];

export const batchPaths: ZodOpenApiPathsObject = {
  ...Object.fromEntries(batchEndpoints.map((endpoint) => [`/batch-${endpoint}/{apiKey}`, creationPath(endpoint)])),
  '/batch/{apiKey}': {
    parameters: [pathParameters.apiKey],
    get: {
      operationId: 'listBatches',
      summary: 'The batches of the account, newest first',
      tags: ['batches'],
      security: [{ bodySignature: [] }, { accountSecret: [] }],
      requestParams: { query: batchListQuery },
      responses: { '200': jsonResponse('The states, without items.', listSchema), ...errors },
    },
  },
  '/batch/{apiKey}/{batch}': {
    parameters,
    get: operation({ operationId: 'getBatch', summary: 'The state of a batch' }),
    delete: operation({
      operationId: 'cancelBatch',
      summary: 'Cancel what has not begun',
      description:
        'Items on a node finish as usual; the others become `cancelled` within seconds. The notification is sent as usual.',
    }),
  },
  '/batch/{apiKey}/{batch}/notification': {
    parameters,
    post: operation({
      operationId: 'notifyAgain',
      summary: 'Send the notification of a finished batch again',
      description: 'The notification has the same delivery id, and is tried for another 24 hours.',
      status: '202',
    }),
  },
};
