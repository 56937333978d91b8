import { endpoints, secretScopes } from '@tintype/contracts';
import { z } from 'zod';

const limit = (description: string) => z.int().nullable().meta({ description });

/** The fields of an account that admin routes and the account's own routes share. */
export const accountFields = {
  id: z.string().meta({ description: 'Clients call it the user id.' }),
  apiKey: z.string().meta({ description: 'The public key in signed URLs.' }),
  credits: z.int().nullable().meta({
    description: 'The remaining credits, below 0 if work in flight overdrew them; null is unlimited.',
  }),
  endpoints: z.array(z.enum(endpoints)).nullable().meta({ description: 'Null is all endpoints.' }),
  limits: z
    .strictObject({
      concurrentRenders: limit('Renders of one class at once; further ones wait.'),
      concurrentSessions: z.int().meta({ description: 'Sessions at once: starting, active or closing.' }),
      requestsPerSecond: limit('Requests a second; further ones get 429.'),
      linkRequestsPerSecond: limit('Requests a second for links to files; further ones get 429.'),
      bandwidthBytesPerDay: limit('Bytes of cached results delivered a day (UTC).'),
      batchItems: z.int().meta({ description: 'Items of a batch.' }),
      batchBytes: z.int().meta({ description: 'Bytes of the body of a batch.' }),
      resultBytes: z.int().meta({ description: 'Largest result, in bytes.' }),
      cacheSeconds: z.int().meta({ description: 'How long results are cached.' }),
    })
    .meta({ description: 'The valid limits, defaults included; null is no limit.' }),
};

const time = z.iso.datetime();

/** The fields of a listed secret, which has no text. */
export const secretFields = {
  id: z.string(),
  name: z.string().nullable(),
  scope: z.enum(secretScopes).meta({ description: '`manage` may change the account.' }),
  origin: z
    .enum(['admin', 'account', 'environment'])
    .meta({ description: 'The route that made it, or TINTYPE_ACCOUNT.' }),
  createdAt: time,
};

/** The fields of an answer that shows a new secret. */
export const newSecretFields = {
  secretId: z.string(),
  secret: z.string().meta({ description: 'Shown only in this answer.' }),
  scope: z.enum(secretScopes),
  name: z.string().nullable(),
};

const count = (description: string) => z.int().meta({ description });

/** The usage of one day, for admin routes and the account's own routes. */
export const usageDaySchema = z
  .strictObject({
    date: z.iso.date().meta({ description: 'A UTC day.' }),
    renders: z
      .strictObject(Object.fromEntries(endpoints.map((each) => [each, z.int()])))
      .meta({ description: 'Charged renders by endpoint.' }),
    cachedAnswers: count('Answers with a cached result, 304 included. They are free.'),
    deliveredBytes: count('Bytes of cached results, which count towards `bandwidthBytesPerDay`.'),
    sessionMinutes: count('Charged minutes of browser sessions, on the day of the charge.'),
    credits: count('Charged credits.'),
    charges: count('Number of charges.'),
  })
  .meta({ id: 'UsageDay', description: 'What an account used on a day.' });

const presetSchema = z
  .strictObject({
    name: z.string(),
    endpoint: z.enum(endpoints).nullable().meta({ description: 'Null is all endpoints.' }),
    options: z.record(z.string(), z.string()).meta({ description: 'As in a query.' }),
    version: z.int().meta({ description: 'Rises by 1 with each change. Part of the cache key.' }),
    updatedAt: time,
  })
  .meta({ id: 'Preset', description: 'A named set of options.' });

const success = z.literal(true);

export const presetAnswers = {
  preset: z.strictObject({ success, preset: presetSchema }),
  presets: z.strictObject({ success, presets: z.array(presetSchema).meta({ description: 'By name.' }) }),
  stored: z.strictObject({
    success,
    preset: presetSchema,
    warnings: z.array(z.string()).meta({ description: 'Sentences about options that have no effect.' }),
  }),
  deleted: z.strictObject({ success }),
};

const ownSecretSchema = z.strictObject({
  ...secretFields,
  lastUsedAt: z.iso.datetime().nullable().meta({ description: 'Up to an hour old; null if it was never used.' }),
  current: z.boolean().meta({ description: 'Whether this request was sent with it.' }),
});
const secrets = z.array(ownSecretSchema);
const token = z.string().meta({ description: 'For `Authorization: Bearer`.' });

const ownAccountSchema = z
  .strictObject({
    ...accountFields,
    proxy: z.boolean().meta({ description: 'Whether the account has a proxy for browser sessions.' }),
    storage: z.boolean().meta({ description: 'Whether results are uploaded to a storage.' }),
    scope: z
      .enum(secretScopes)
      .meta({ description: 'What the secret of this request may do: `manage` changes the account.' }),
  })
  .meta({ id: 'OwnAccount', description: 'The account of the credentials.' });

const chargeSchema = z
  .strictObject({
    id: z.string().meta({ description: 'For a render, the id of its charge; for a session, the id of the session.' }),
    kind: z.enum(['render', 'session']),
    at: z.iso.datetime({ offset: true }).meta({ description: 'When it was charged.' }),
    endpoint: z.enum(endpoints).nullable().meta({ description: 'Null for a session.' }),
    seconds: z
      .number()
      .nullable()
      .meta({ description: 'How long the session was open, rounded up; null for a render.' }),
    credits: z.int(),
    requestId: z.string().nullable().meta({
      description:
        "The request that was answered with this charge, its `X-Request-Id`. Null for sessions, batches' items and charges of older releases.",
    }),
    batchId: z.string().nullable().meta({ description: 'The batch whose item this is; null for others.' }),
    batchItem: z
      .int()
      .nullable()
      .meta({ description: 'The number of this item in its batch, 1 for the first; null for others.' }),
  })
  .meta({ id: 'Charge', description: 'An entry of the ledger.' });

export const accountAnswers = {
  account: z.strictObject({ success, account: ownAccountSchema }),
  usage: z.strictObject({ success, days: z.array(usageDaySchema) }),
  charges: z.strictObject({
    success,
    charges: z.array(chargeSchema).meta({ description: 'Latest first.' }),
    nextCursor: z.string().nullable().meta({ description: 'For the next page; null on the last one.' }),
  }),
  secrets: z.strictObject({ success, secrets }),
  newSecret: z.strictObject({ success, ...newSecretFields }),
  token: z.strictObject({ success, token }),
  newToken: z.strictObject({ success, token, ...newSecretFields }),
};
