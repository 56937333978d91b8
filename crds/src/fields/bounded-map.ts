import { z } from 'zod';

/** A map of text to values with at most so many entries. */
export const boundedMap = <Value extends z.ZodType>(value: Value, most: number) =>
  z
    .record(z.string(), value)
    .refine((map) => Object.keys(map).length <= most, { error: `at most ${most} entries` })
    .meta({ maxProperties: most });
