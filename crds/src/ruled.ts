import type { z } from 'zod';
import type { Rule } from './rule.js';

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
