import { z } from 'zod';

/**
 * Free text of at most so many characters, counted as Kubernetes counts them: code points, not UTF-16 units. Text that a
 * pattern holds to ASCII needs no more than zod's own `max`.
 */
export const text = (most: number) =>
  z
    .string()
    .refine((value) => [...value].length <= most, { error: `at most ${most} characters` })
    .meta({ maxLength: most });
