import { z } from 'zod';

const proxySchema = z
  .strictObject({
    url: z.string().meta({ description: 'Without the password. A user name without a password is `***`.' }),
    setAt: z.iso.datetime(),
  })
  .meta({ id: 'Proxy', description: 'The proxy of browser sessions with `proxy: true`.' });

const success = z.literal(true);
const proxyAnswer = z.strictObject({ success, proxy: proxySchema.nullable() });

export const proxyAnswers = {
  proxy: proxyAnswer,
  stored: proxyAnswer.extend({
    warnings: z.array(z.string()).meta({ description: 'Probable mistakes, such as a private address.' }),
  }),
  trial: z.strictObject({
    success,
    works: z.boolean().meta({ description: 'The page answered through the proxy, with any status.' }),
    url: z.string().meta({ description: 'The page that the test asked for.' }),
    status: z.int().optional().meta({ description: 'The HTTP status of the page.' }),
    steps: z
      .array(
        z.strictObject({
          step: z.enum(['proxy', 'page']),
          works: z.boolean(),
          milliseconds: z.int(),
          error: z.string().optional().meta({ description: 'What failed, and what to do.' }),
        }),
      )
      .meta({
        description:
          '`proxy` opens a tunnel to the host of the page, `page` gets the head of its answer. Only the first if it failed.',
      }),
  }),
};
