import { isConflict, jsonOf, type KV } from '@tintype/runtime';
import type { z } from 'zod';

/** A stored record that a person or a fault damaged. */
export class UnreadableRecord extends Error {
  override name = 'UnreadableRecord';
}

/** Validates a parsed record. @throws UnreadableRecord naming the key */
export const parseRecord = <T>(schema: z.ZodType<T>, key: string, value: unknown): T => {
  const { data, error } = schema.safeParse(value);
  if (error) throw new UnreadableRecord(`The record ${key} is unreadable.`, { cause: error });
  return data;
};

/** A key's value and revision: undefined and 0 if the key has no value. @throws UnreadableRecord */
export const readEntry = async <T>(
  kv: Pick<KV, 'get'>,
  key: string,
  schema: z.ZodType<T>,
): Promise<{ value: T | undefined; revision: number }> => {
  const entry = await kv.get(key);
  if (entry?.operation !== 'PUT') return { value: undefined, revision: 0 };
  return { value: parseRecord(schema, key, jsonOf(entry)), revision: entry.revision };
};

/**
 * Changes a key's value by compare-and-set: if another write came first, reads the value and calls `change` again.
 * Writes nothing if `change` returns the value that it got. Returns the new value. @throws UnreadableRecord
 */
export const changeEntry = async <T>(
  kv: Pick<KV, 'get' | 'create' | 'update'>,
  { key, schema }: { key: string; schema: z.ZodType<T> },
  change: (value: T | undefined) => T | Promise<T>,
): Promise<T> => {
  for (;;) {
    const { value, revision } = await readEntry(kv, key, schema);
    const next = await change(value);
    if (next === value) return next;
    try {
      if (revision === 0) await kv.create(key, JSON.stringify(next));
      else await kv.update(key, JSON.stringify(next), revision);
      return next;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
};
