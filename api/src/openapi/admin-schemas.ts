import { endpoints } from '@tintype/contracts';
import { z } from 'zod';

const limit = (description: string) => z.int().nullable().meta({ description });

const accountSchema = z
  .strictObject({
    id: z.string().meta({ description: 'What clients know as user id.' }),
    apiKey: z.string(),
    disabled: z.boolean(),
    createdAt: z.iso.datetime(),
    credits: z.int().nullable().meta({
      description: 'What is left of the credits, below 0 when work in flight has overdrawn them; null is unlimited.',
    }),
    endpoints: z.array(z.enum(endpoints)).nullable().meta({ description: 'Null is all of them.' }),
    limits: z
      .strictObject({
        concurrentRenders: limit('Renders of one class at once; more wait their turn.'),
        concurrentSessions: z.int().meta({ description: 'Active browser sessions at once.' }),
        requestsPerSecond: limit('Requests a second; more are answered 429.'),
        bandwidthBytesPerDay: limit('Bytes of cached results delivered a day (UTC).'),
        resultBytes: z.int().meta({ description: 'Largest result, in bytes.' }),
        cacheSeconds: z.int().meta({ description: 'How long results are cached.' }),
      })
      .meta({ description: 'The limits as they stand, defaults included; null is no limit.' }),
    ownLimits: z
      .record(z.string(), z.int().nullable())
      .meta({ description: 'Those of them that differ from the defaults.' }),
    proxy: z
      .strictObject({ url: z.string().meta({ description: 'Without its password.' }), setAt: z.iso.datetime() })
      .nullable()
      .meta({ description: 'What browser sessions with `proxy: true` go through.' }),
    secrets: z.array(
      z.strictObject({ id: z.string(), origin: z.enum(['admin', 'environment']), createdAt: z.iso.datetime() }),
    ),
  })
  .meta({ id: 'Account', description: 'An account; its secrets by id only.' });

const credits = z.int().meta({ description: 'Credits that were charged.' });
const charges = z.int().meta({ description: 'How many charges that were.' });

const usageSchema = z.strictObject({
  total: z.strictObject({ credits, charges }),
  days: z.array(
    z.strictObject({
      date: z.iso.date().meta({ description: 'A day in UTC on which there was anything.' }),
      credits,
      charges,
      deliveredBytes: z.int().meta({ description: 'Bytes of cached results that were delivered.' }),
    }),
  ),
});

const success = z.literal(true);
const secret = z.string().meta({ description: 'In the clear, for the only time.' });

/** What the admin routes answer. */
export const adminAnswers = {
  account: z.strictObject({ success, account: accountSchema }),
  accounts: z.strictObject({ success, accounts: z.array(accountSchema) }),
  created: z.strictObject({ success, account: accountSchema, secret }),
  usage: z.strictObject({ success, usage: usageSchema }),
  secret: z.strictObject({ success, secretId: z.string(), secret }),
};
