import type { z } from 'zod';

type PartAt<T, Path extends readonly unknown[]> = Path extends readonly [infer Head, ...infer Rest]
  ? Head extends keyof NonNullable<T>
    ? PartAt<NonNullable<T>[Head], Rest>
    : never
  : NonNullable<T>;

/**
 * A rule beyond the types of fields, in CEL for the API server, as a function for other engines. The specimens check
 * that both agree.
 *
 * A rule applies only if its part of the object exists. A rule with `oldSelf` needs the part before the change, too. So
 * place a rule at a required part if a client could evade it by leaving a part out.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
export interface Rule<Self = never> {
  /** Path of `self` in the object; empty for the whole object. */
  at: readonly string[];
  /** CEL. */
  rule: string;
  message: string;
  /** The field to name, relative to `self`, such as `.cdp`. */
  fieldPath?: string;
  holds: (self: Self, old: Self) => boolean;
}

export const ruleOver =
  <T>() =>
  <const Path extends readonly string[]>(at: Path, rest: Omit<Rule<PartAt<T, Path>>, 'at'>): Rule => ({ at, ...rest });

/** Whether the rule compares the object with its state before the change. */
export const isTransition = ({ rule }: Pick<Rule, 'rule'>): boolean => rule.includes('oldSelf');

type FieldRule<Self> = Omit<Rule<Self>, 'at' | 'holds'> & {
  holds: (self: Self) => boolean;
  /** A message with the bad value in it. Without a hint, or if its expression fails, `message` is used. */
  hint?: {
    /** CEL. */
    messageExpression: string;
    of: (self: Self) => string;
  };
};

/**
 * A field with its own rules, also inside lists, which a {@link Rule} of the kind cannot reach. These rules cannot use
 * `oldSelf`.
 */
export const ruled = <Schema extends z.ZodType>(schema: Schema, ...rules: FieldRule<z.output<Schema>>[]): Schema => {
  const inherited = (schema.meta()?.['x-kubernetes-validations'] ?? []) as object[];
  const validations = rules.map(({ rule, message, fieldPath, hint }) => ({
    rule,
    message,
    ...(hint && { messageExpression: hint.messageExpression }),
    ...(fieldPath && { fieldPath }),
  }));
  return schema
    .superRefine((value, context) => {
      for (const { holds, message, fieldPath, hint } of rules) {
        const path = fieldPath?.split('.').slice(1) ?? [];
        if (!holds(value)) context.addIssue({ code: 'custom', message: hint?.of(value) ?? message, path });
      }
    })
    .meta({ 'x-kubernetes-validations': [...inherited, ...validations] }) as Schema;
};
