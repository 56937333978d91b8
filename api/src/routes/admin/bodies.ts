import { apiKeyPattern, tokenPattern } from '@tintype/contracts';
import { z } from 'zod';
import { accountEndpointsSchema, creditsSchema, limitChangesSchema } from '../../accounts/settings.js';

const tokenError = '1 to 64 letters, digits, - and _, and as an API key none of the words that paths begin with';
const token = (pattern: RegExp, description: string) =>
  z.string({ error: tokenError }).regex(pattern, { error: tokenError }).optional().meta({ description });

/** `POST /admin/v1/accounts` */
export const createAccountBody = z
  .strictObject({
    id: token(tokenPattern, "The account's id, which clients know as user id; made where missing."),
    apiKey: token(apiKeyPattern, 'The public key that stands in signed URLs; made where missing.'),
    limits: limitChangesSchema.optional(),
    credits: creditsSchema.optional(),
    endpoints: accountEndpointsSchema.optional(),
  })
  .meta({ description: 'A new account.' });

/** `PATCH /admin/v1/accounts/{id}` */
export const changeAccountBody = z
  .strictObject({
    disabled: z
      .boolean({ error: 'true or false' })
      .optional()
      .meta({ description: 'A disabled account is refused everywhere with `account_disabled`.' }),
    limits: limitChangesSchema.optional(),
    credits: creditsSchema.optional(),
    endpoints: accountEndpointsSchema.optional(),
  })
  .meta({ description: 'Changes to an account: what is not named stays as it is.' });
