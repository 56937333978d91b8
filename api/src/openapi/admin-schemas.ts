import { endpoints } from '@tintype/contracts';
import { z } from 'zod';

const limit = (description: string) => z.int().nullable().meta({ description });
const notEnforced = 'Stored, not enforced in this version.';

const accountSchema = z
  .strictObject({
    id: z.string().meta({ description: 'What clients know as user id.' }),
    apiKey: z.string(),
    disabled: z.boolean(),
    createdAt: z.iso.datetime(),
    credits: z.int().nullable().meta({ description: 'The balance; null is unlimited.' }),
    endpoints: z.array(z.enum(endpoints)).nullable().meta({ description: 'Null is all of them.' }),
    limits: z
      .strictObject({
        concurrentRenders: limit(`Renders at once. ${notEnforced}`),
        concurrentSessions: z.int().meta({ description: `Active browser sessions at once. ${notEnforced}` }),
        requestsPerSecond: limit(`Requests a second. ${notEnforced}`),
        bandwidthBytesPerDay: limit(`Bytes of cached results delivered a day. ${notEnforced}`),
        resultBytes: z.int().meta({ description: 'Largest result, in bytes.' }),
        cacheSeconds: z.int().meta({ description: 'How long results are cached.' }),
      })
      .meta({ description: 'The limits as they stand, defaults included; null is no limit.' }),
    ownLimits: z
      .record(z.string(), z.int().nullable())
      .meta({ description: 'Those of them that differ from the defaults.' }),
    secrets: z.array(
      z.strictObject({ id: z.string(), origin: z.enum(['admin', 'environment']), createdAt: z.iso.datetime() }),
    ),
  })
  .meta({ id: 'Account', description: 'An account; its secrets by id only.' });

const success = z.literal(true);
const secret = z.string().meta({ description: 'In the clear, for the only time.' });

/** What the admin routes answer. */
export const adminAnswers = {
  account: z.strictObject({ success, account: accountSchema }),
  accounts: z.strictObject({ success, accounts: z.array(accountSchema) }),
  created: z.strictObject({ success, account: accountSchema, secret }),
  secret: z.strictObject({ success, secretId: z.string(), secret }),
};
