import { z } from 'zod';

/**
 * A list of at most so many items, of which no two have the same values of the `keys`. Kubernetes calls it a map: server-side
 * apply merges it by them.
 */
export const keyedList = <Shape extends z.ZodRawShape, Key extends string & keyof Shape>(
  item: z.ZodObject<Shape>,
  { keys, most }: { keys: readonly Key[]; most: number },
) =>
  z
    .array(item)
    .max(most)
    .superRefine((items, context) => {
      const seen = new Set<string>();
      for (const [at, each] of items.entries()) {
        const values = JSON.stringify(keys.map((key) => (each as Record<string, unknown>)[key]));
        const message = `a second one with this ${keys.join(' and ')}`;
        if (seen.has(values)) context.addIssue({ code: 'custom', path: [at], message });
        seen.add(values);
      }
    })
    .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [...keys] });
