import { z } from 'zod';
import { isProfileName, profileNameError } from '../session/profile.js';

const nameError = `takes ${profileNameError}`;

export const profileActions = {
  save_profile: {
    summary: 'Saves cookies, local storage and databases as a profile, which later sessions can load.',
    payload: z.object({
      name: z
        .string({ error: nameError })
        .refine(isProfileName, { error: nameError })
        .meta({ description: 'The profile; an existing one is replaced.' }),
    }),
    answer: z.object({
      name: z.string(),
      /** Size of the profile's JSON, before it is sealed. */
      bytes: z.int(),
      /** The number of cookies. */
      cookies: z.int(),
      /** The origins whose local storage or databases the profile holds. */
      origins: z.array(z.string()),
      savedAt: z.iso.datetime(),
    }),
  },
};
