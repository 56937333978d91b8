import { endpoints } from '@tintype/contracts';
import { z } from 'zod';

const limit = (description: string) => z.int().nullable().meta({ description });

const accountSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Clients call it the user id.' }),
    apiKey: z.string(),
    disabled: z.boolean(),
    createdAt: z.iso.datetime(),
    credits: z.int().nullable().meta({
      description: 'The remaining credits, below 0 if work in flight overdrew them; null is unlimited.',
    }),
    endpoints: z.array(z.enum(endpoints)).nullable().meta({ description: 'Null is all endpoints.' }),
    limits: z
      .strictObject({
        concurrentRenders: limit('Renders of one class at once; further ones wait.'),
        concurrentSessions: z.int().meta({ description: 'Active browser sessions at once.' }),
        requestsPerSecond: limit('Requests a second; further ones get 429.'),
        bandwidthBytesPerDay: limit('Bytes of cached results delivered a day (UTC).'),
        resultBytes: z.int().meta({ description: 'Largest result, in bytes.' }),
        cacheSeconds: z.int().meta({ description: 'How long results are cached.' }),
      })
      .meta({ description: 'The valid limits, defaults included; null is no limit.' }),
    ownLimits: z
      .record(z.string(), z.int().nullable())
      .meta({ description: 'The limits that differ from the defaults.' }),
    proxy: z
      .strictObject({ url: z.string().meta({ description: 'Without its password.' }), setAt: z.iso.datetime() })
      .nullable()
      .meta({ description: 'The proxy of browser sessions with `proxy: true`.' }),
    secrets: z.array(
      z.strictObject({ id: z.string(), origin: z.enum(['admin', 'environment']), createdAt: z.iso.datetime() }),
    ),
  })
  .meta({ id: 'Account', description: 'An account; secrets by id only.' });

const credits = z.int().meta({ description: 'Charged credits.' });
const charges = z.int().meta({ description: 'Number of charges.' });

const usageSchema = z.strictObject({
  total: z.strictObject({ credits, charges }),
  days: z.array(
    z.strictObject({
      date: z.iso.date().meta({ description: 'A UTC day with usage.' }),
      credits,
      charges,
      deliveredBytes: z.int().meta({ description: 'Delivered bytes of cached results.' }),
    }),
  ),
});

const success = z.literal(true);
const secret = z.string().meta({ description: 'Shown only in this answer.' });

export const adminAnswers = {
  account: z.strictObject({ success, account: accountSchema }),
  accounts: z.strictObject({ success, accounts: z.array(accountSchema) }),
  created: z.strictObject({ success, account: accountSchema, secret }),
  usage: z.strictObject({ success, usage: usageSchema }),
  secret: z.strictObject({ success, secretId: z.string(), secret }),
};
