import type { z } from 'zod';

/** The type of the part of `T` that a path leads to, where it is there. */
type PartAt<T, Path extends readonly unknown[]> = Path extends readonly [infer Head, ...infer Rest]
  ? Head extends keyof NonNullable<T>
    ? PartAt<NonNullable<T>[Head], Rest>
    : never
  : NonNullable<T>;

/**
 * What the types of the fields alone cannot say, said twice: in CEL for the API server, as a function for the engines that
 * have none. The tables of specimens hold both to the same verdicts.
 *
 * A rule is asked where its part of the object is there; one that speaks of `oldSelf`, only where the part was there before,
 * too. So a rule that must not be evaded by leaving a part out stands at a part that is required.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
export interface Rule<Self = never> {
  /** Where `self` lies in the object; empty for all of it. */
  at: readonly string[];
  /** In CEL. */
  rule: string;
  /** A sentence that says what to do. */
  message: string;
  /** The field to name, seen from `self`, as in `.cdp`. */
  fieldPath?: string;
  holds: (self: Self, old: Self) => boolean;
}

/** Makes rules over the kind `T`, whose functions get the type that lies at their path. */
export const ruleOver =
  <T>() =>
  <const Path extends readonly string[]>(at: Path, rest: Omit<Rule<PartAt<T, Path>>, 'at'>): Rule => ({ at, ...rest });

/** The rule compares an object with what it was. */
export const isTransition = ({ rule }: Pick<Rule, 'rule'>): boolean => rule.includes('oldSelf');

type FieldRule<Self> = Omit<Rule<Self>, 'at' | 'holds'> & {
  holds: (self: Self) => boolean;
  /** The message with what is wrong in it, where the rule alone knows that. Without it, or when it fails, the message. */
  says?: {
    /** As the API server makes it. */
    messageExpression: string;
    of: (self: Self) => string;
  };
};

/**
 * A field with rules of its own, for schemas that stand in many places, and inside of lists, where a {@link Rule} of the kind
 * cannot reach. Such a rule compares nothing with what was before.
 */
export const ruled = <Schema extends z.ZodType>(schema: Schema, ...rules: FieldRule<z.output<Schema>>[]): Schema => {
  const inherited = (schema.meta()?.['x-kubernetes-validations'] ?? []) as object[];
  const said = rules.map(({ rule, message, fieldPath, says }) => ({
    rule,
    message,
    ...(says && { messageExpression: says.messageExpression }),
    ...(fieldPath && { fieldPath }),
  }));
  return schema
    .superRefine((value, context) => {
      for (const { holds, message, fieldPath, says } of rules) {
        const path = fieldPath?.split('.').slice(1) ?? [];
        if (!holds(value)) context.addIssue({ code: 'custom', message: says?.of(value) ?? message, path });
      }
    })
    .meta({ 'x-kubernetes-validations': [...inherited, ...said] }) as Schema;
};
