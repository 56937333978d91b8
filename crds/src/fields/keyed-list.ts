import { z } from 'zod';

/**
 * A list of at most so many items, of which no two have the same value of `key`. Kubernetes calls it a map: server-side
 * apply merges it by that key.
 */
export const keyedList = <Shape extends z.ZodRawShape, Key extends string & keyof Shape>(
  item: z.ZodObject<Shape>,
  { key, most }: { key: Key; most: number },
) =>
  z
    .array(item)
    .max(most)
    .superRefine((items, context) => {
      const seen = new Set<unknown>();
      for (const [at, each] of items.entries()) {
        const value = (each as Record<string, unknown>)[key];
        if (seen.has(value)) context.addIssue({ code: 'custom', path: [at], message: `a second one with this ${key}` });
        seen.add(value);
      }
    })
    .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [key] });
