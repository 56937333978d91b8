import { z } from 'zod';
import { tokenPattern } from '../subjects.js';

export const profileNameError = '1 to 64 letters, digits, hyphens and underscores';

/** Whether a text can be the name of a profile. The name is unique in its account. */
export const isProfileName = (name: string): boolean => tokenPattern.test(name);

const cookieSchema = z.looseObject({ name: z.string(), value: z.string(), domain: z.string(), path: z.string() });

const originSchema = z.looseObject({
  origin: z.string(),
  localStorage: z.array(z.object({ name: z.string(), value: z.string() })),
});

/**
 * The contents of a profile: all cookies, and the local storage and databases of each origin. They are secret. They
 * have the form of Playwright's `storageState`.
 */
export const storageStateSchema = z.object({ cookies: z.array(cookieSchema), origins: z.array(originSchema) });

export type StorageState = z.infer<typeof storageStateSchema>;

/** The agent's answer to the action `save_profile`. The api removes `state`, so no client sees it. */
export const savedStateSchema = z.looseObject({ state: storageStateSchema });

export type SavedState = z.infer<typeof savedStateSchema>;
