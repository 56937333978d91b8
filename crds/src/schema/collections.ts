import { z } from 'zod';
import { labelNameForm, labelNameLength, labelNamePattern } from './names.js';
import { ruled } from './rule.js';
import { celPattern } from './text.js';

export const boundedMap = <Value extends z.ZodType>(value: Value, max: number) =>
  z
    .record(z.string(), value)
    .refine((map) => Object.keys(map).length <= max, { error: `at most ${max} entries` })
    .meta({ maxProperties: max });

/** Items have unique values of `keys`. Kubernetes calls such a list a map: server-side apply merges it by the keys. */
export const keyedList = <Shape extends z.ZodRawShape, Key extends string & keyof Shape>(
  item: z.ZodObject<Shape>,
  { keys, max }: { keys: readonly Key[]; max: number },
) =>
  z
    .array(item)
    .max(max)
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

interface NameRule<Entries> {
  /** CEL over `name` in the map `self`. */
  cel: string;
  message: string;
  holds: (name: string, map: Entries) => boolean;
}

/**
 * A rule for every name in a map. The message quotes the bad name; the API server's own refusal names only the map.
 * JSON's double-quoted text is valid CEL.
 */
export const ruleOfNames = <Entries extends object>({ cel, message, holds }: NameRule<Entries>) => ({
  rule: `self.all(name, ${cel})`,
  message,
  hint: {
    messageExpression: `${JSON.stringify(`${message}; not "`)} + self.filter(name, !(${cel}))[0] + "\\""`,
    of: (map: Entries) => `${message}; not "${Object.keys(map).find((name) => !holds(name, map))}"`,
  },
  holds: (map: Entries) => Object.keys(map).every((name) => holds(name, map)),
});

const isName = (name: string) => name.length <= labelNameLength && labelNamePattern.test(name);

/** A schema cannot bound the names of a map. */
const names = ruleOfNames({
  cel: `name.size() <= ${labelNameLength} && name.matches(${celPattern(labelNamePattern)})`,
  message: `a name has ${labelNameForm}; at most ${labelNameLength} characters in all`,
  holds: isName,
});

/** Names have the form of label names. */
export const namedMap = <Value extends z.ZodType>(value: Value, max: number) => ruled(boundedMap(value, max), names);
