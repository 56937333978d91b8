import { isProfileName, profileNameError } from '@tintype/contracts';
import { z } from 'zod';

/** `DELETE /v1/sessions/{id}?…` */
export const closeQuerySchema = z.object({
  saveProfile: z
    .string({ error: profileNameError })
    .refine(isProfileName, { error: profileNameError })
    .optional()
    .meta({
      description:
        'Saves cookies, local storage and databases as this profile first, as the action `save_profile`. If that fails, the session stays open.',
    }),
});
