import { z } from 'zod';
import { tokenPattern } from '../subjects.js';

export const profileNameError = '1 to 64 letters, digits, hyphens and underscores';

/** The name of a profile, unique in its account. */
export const isProfileName = (name: string): boolean => tokenPattern.test(name);

const cookieSchema = z.looseObject({ name: z.string(), value: z.string(), domain: z.string(), path: z.string() });

const originSchema = z.looseObject({
  origin: z.string(),
  localStorage: z.array(z.object({ name: z.string(), value: z.string() })),
});

/**
 * What a profile holds: all cookies, and the web storage of each origin, in the form of Playwright's `storageState`. A
 * secret.
 */
export const storageStateSchema = z.object({ cookies: z.array(cookieSchema), origins: z.array(originSchema) });

export type StorageState = z.infer<typeof storageStateSchema>;

/** What the agent answers to the action `save_profile`. The api takes out the state, which no client sees. */
export const savedStateSchema = z.looseObject({ state: storageStateSchema });

export type SavedState = z.infer<typeof savedStateSchema>;
