import { apiKeyPattern, tokenPattern } from '@tintype/contracts';
import { z } from 'zod';
import { accountEndpointsSchema, creditsSchema, limitChangesSchema } from '../../accounts/settings.js';

const tokenError = '1 to 64 letters, digits, hyphens and underscores';
const apiKeyError = `${tokenError}; words that begin other paths, such as v1, are reserved`;
const token = (pattern: RegExp, error: string, description: string) =>
  z.string({ error }).regex(pattern, { error }).optional().meta({ description });

/** `POST /admin/v1/accounts` */
export const createAccountBody = z
  .strictObject({
    id: token(tokenPattern, tokenError, "The account's id, which clients call the user id; generated if missing."),
    apiKey: token(apiKeyPattern, apiKeyError, 'The public key in signed URLs; generated if missing.'),
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
      .meta({ description: 'All requests of a disabled account are refused with `account_disabled`.' }),
    limits: limitChangesSchema.optional(),
    credits: creditsSchema.optional(),
    endpoints: accountEndpointsSchema.optional(),
  })
  .meta({ description: 'Changes to an account. Fields that are not sent stay as they are.' });
