import { z } from 'zod';

const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;

// `Date` takes a 30 February for a day in March, and 24:00 for the next day.
const isReal = (value: string) => {
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === value.slice(0, 19);
};

/** A moment in RFC 3339, in UTC, to the millisecond: what `Date` holds, so that all engines find the same order of two. */
export const timestamp = () =>
  z
    .string()
    .max(30)
    .regex(pattern)
    // What the pattern refuses is named once.
    .refine((value) => !pattern.test(value) || isReal(value), { error: 'no such day or time' })
    .meta({ format: 'date-time' });
