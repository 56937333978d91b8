import { endpoints } from '@tintype/contracts';
import { z } from 'zod';

const limit = (description: string) => z.int().nullable().meta({ description });

/** What admin routes and the account's own routes show alike. */
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
      concurrentSessions: z.int().meta({ description: 'Active browser sessions at once.' }),
      requestsPerSecond: limit('Requests a second; further ones get 429.'),
      bandwidthBytesPerDay: limit('Bytes of cached results delivered a day (UTC).'),
      resultBytes: z.int().meta({ description: 'Largest result, in bytes.' }),
      cacheSeconds: z.int().meta({ description: 'How long results are cached.' }),
    })
    .meta({ description: 'The valid limits, defaults included; null is no limit.' }),
};

const success = z.literal(true);

const ownAccountSchema = z
  .strictObject({
    ...accountFields,
    proxy: z.boolean().meta({ description: 'Whether the account has a proxy for browser sessions.' }),
  })
  .meta({ id: 'OwnAccount', description: 'The account of the credentials.' });

export const accountAnswers = {
  account: z.strictObject({ success, account: ownAccountSchema }),
};
