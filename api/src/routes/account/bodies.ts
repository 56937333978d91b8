import { endpoints, optionValueSchema, secretScopes } from '@tintype/contracts';
import { z } from 'zod';

const nameError = '1 to 64 characters of text without line breaks';
const scopeError = '"manage" or "use"';

const secretName = z
  .string({ error: nameError })
  .regex(/^\P{Cc}{1,64}$/u, { error: nameError })
  .optional()
  .meta({ description: 'Helps people to recognise the secret.' });

const secretScope = z
  .enum(secretScopes, { error: scopeError })
  .meta({ description: '`use` signs URLs, opens sessions and reads the account; `manage` also changes the account.' });

/** A new secret. */
export const secretBody = z
  .strictObject({ name: secretName, scope: secretScope.default('use') })
  .meta({ description: 'A new secret.' });

/** `POST /v1/account/token` */
export const tokenBody = z
  .strictObject({
    secret: z
      .string({ error: 'a secret of the account' })
      .optional()
      .meta({ description: 'A secret of the account. Without it, a new secret is made.' }),
    name: secretName,
    scope: secretScope.optional(),
  })
  .meta({ description: 'A secret of the account, or name and scope of a new one.' });

const endpointError = `one of ${endpoints.join(', ')}, or null for all`;
const optionsError = 'an object of options, such as {"vw": 1280, "darkMode": true}';

/** A preset to store. */
export const presetBody = z
  .strictObject({
    endpoint: z
      .enum(endpoints, { error: endpointError })
      .nullable()
      .default(null)
      .meta({ description: 'The endpoint that the preset is for; null is all endpoints.' }),
    options: z
      .record(z.string(), optionValueSchema, { error: optionsError })
      .meta({ description: 'Options without `url`; what a query has in base64url may be plain text or JSON.' }),
  })
  .meta({ description: 'A named set of options.' });
