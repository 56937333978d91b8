import { limits } from '@tintype/contracts';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from 'zod-openapi';
import { pathParameters } from './path-parameters.js';

const profileSchema = z
  .strictObject({
    name: z.string(),
    savedAt: z.iso.datetime(),
    session: z.string().meta({ description: 'The session that saved it.' }),
    bytes: z.int().meta({ description: `Of its JSON; at most ${limits.profileBytes}.` }),
    cookies: z.int().meta({ description: 'The number of cookies.' }),
    origins: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Those with web storage; null if the profile cannot be decrypted.' }),
    sites: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Domains of its cookies; null if the profile cannot be decrypted.' }),
  })
  .meta({ id: 'Profile', description: 'A saved login of the account, without its contents.' });

const success = z.literal(true);

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  answer: z.ZodType;
}

/** The paths of saved logins, which only the account's own routes have. */
export const profilePaths = (
  operation: (options: Operation) => ZodOpenApiOperationObject,
): Record<string, ZodOpenApiPathItemObject> => ({
  '/v1/account/profiles': {
    get: operation({
      operationId: 'listOwnProfiles',
      summary: 'The saved logins of the account',
      description: `Sessions save and load them. An account has at most ${limits.profiles}. No route shows their contents.`,
      answer: z.strictObject({ success, profiles: z.array(profileSchema).meta({ description: 'By name.' }) }),
    }),
  },
  '/v1/account/profiles/{name}': {
    parameters: [pathParameters.profileName],
    get: operation({
      operationId: 'getOwnProfile',
      summary: 'A saved login',
      answer: z.strictObject({ success, profile: profileSchema }),
    }),
    delete: operation({
      operationId: 'deleteOwnProfile',
      summary: 'Delete a saved login',
      description: 'Sessions that loaded it stay logged in.',
      answer: z.strictObject({ success }),
    }),
  },
});
