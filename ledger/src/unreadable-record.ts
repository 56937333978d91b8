import type { z } from 'zod';

/** A stored record that a person or a fault damaged. */
export class UnreadableRecord extends Error {
  override name = 'UnreadableRecord';
}

/** @throws UnreadableRecord naming the key */
export const parseRecord = <T>(schema: z.ZodType<T>, key: string, value: unknown): T => {
  const { data, error } = schema.safeParse(value);
  if (error) throw new UnreadableRecord(`The record ${key} is unreadable.`, { cause: error });
  return data;
};
