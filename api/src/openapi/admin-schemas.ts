import { renderClasses, sessionSchema } from '@tintype/contracts';
import { z } from 'zod';
import { accountFields, newSecretFields, secretFields, usageDaySchema } from './account-schemas.js';
import { ownStorage } from './storage-schemas.js';

const accountSchema = z
  .strictObject({
    ...accountFields,
    disabled: z.boolean(),
    createdAt: z.iso.datetime(),
    ownLimits: z
      .record(z.string(), z.int().nullable())
      .meta({ description: 'The limits that differ from the defaults.' }),
    proxy: z
      .strictObject({ url: z.string().meta({ description: 'Without its password.' }), setAt: z.iso.datetime() })
      .nullable()
      .meta({ description: 'The proxy of browser sessions with `proxy: true`.' }),
    storage: ownStorage,
    secrets: z.array(z.strictObject(secretFields)),
  })
  .meta({ id: 'Account', description: 'An account; secrets by id only.' });

const credits = z.int().meta({ description: 'Charged credits.' });
const charges = z.int().meta({ description: 'Number of charges.' });

const usageSchema = z.strictObject({
  total: z.strictObject({ credits, charges }),
  days: z.array(usageDaySchema).meta({ description: 'The days with usage.' }),
});

const queueOfClass = z
  .strictObject({
    class: z.enum(renderClasses).meta({
      description: '`still`: image, pdf, content and metadata. `recording`: animated. `batch`: items of batches.',
    }),
    waiting: z.int().meta({ description: 'Jobs that no node has taken.' }),
    running: z.int().meta({ description: 'Jobs in nodes.' }),
    idleSlots: z.int().meta({ description: 'Free slots of nodes that ask for a job.' }),
    accounts: z
      .array(z.strictObject({ account: z.string(), jobs: z.int() }))
      .meta({ description: 'Waiting and running jobs; the account with most of them first.' }),
  })
  .meta({ id: 'QueueOfClass', description: 'Jobs of one class.' });

const browsers = (description: string) => z.int().meta({ description });

const poolSchema = z
  .strictObject({
    name: z.string(),
    desired: browsers('Browsers that should be warm.'),
    warm: browsers('Warm browsers: sessions can start at once in them.'),
    starting: browsers('Browsers without a session that are not warm yet.'),
    claimed: browsers('Browsers with a session.'),
    waitingSessions: z.int().meta({ description: 'Sessions that wait for their browser.' }),
    state: z.string().nullable().meta({
      description:
        'The reason of the condition `Ready`, such as `Complete` or `PodsFail`; null before the operator has seen the pool.',
    }),
    message: z.string().nullable().meta({ description: 'The same as a sentence.' }),
    trouble: z.boolean().meta({ description: 'Whether a person should look at it: it cannot have its browsers.' }),
  })
  .meta({ id: 'Pool', description: 'A pool of warm browsers. The operator updates it every 5 s at most.' });

const success = z.literal(true);

export const adminAnswers = {
  account: z.strictObject({ success, account: accountSchema }),
  accounts: z.strictObject({ success, accounts: z.array(accountSchema) }),
  created: z.strictObject({ success, account: accountSchema, secret: newSecretFields.secret }),
  usage: z.strictObject({ success, usage: usageSchema }),
  secret: z.strictObject({ success, ...newSecretFields }),
  pools: z.strictObject({
    success,
    activeSessions: z.int().meta({ description: 'Active sessions of all accounts, also without a pool.' }),
    pools: z.array(poolSchema).meta({ description: 'By name.' }),
  }),
  queue: z.strictObject({ success, queue: z.array(queueOfClass) }),
  sessions: z.object({
    success,
    sessions: z.array(sessionSchema.extend({ account: z.string().meta({ description: "The account's id." }) })),
  }),
};
