import { secretScopes } from '@tintype/contracts';
import { z } from 'zod';

const nameError = '1 to 64 characters of text without line breaks';
const scopeError = '"manage" or "use"';

export const secretNameSchema = z
  .string({ error: nameError })
  .regex(/^\P{Cc}{1,64}$/u, { error: nameError })
  .optional()
  .meta({ description: 'Helps people to recognise the secret.' });

export const secretScopeSchema = z
  .enum(secretScopes, { error: scopeError })
  .default('use')
  .meta({ description: '`use` signs URLs, opens sessions and reads the account; `manage` also changes the account.' });

/** A new secret. */
export const secretBody = z
  .strictObject({ name: secretNameSchema, scope: secretScopeSchema })
  .meta({ description: 'A new secret.' });
