import { z } from 'zod';
import { ruled } from './rule.js';

interface TextFormat {
  maxLength: number;
  /** Must match the whole text, and only ASCII. */
  pattern: RegExp;
  /** Completes `takes …`. */
  takes: string;
  /** Text that looks right but is not, and why. */
  lookalike?: { pattern: RegExp; is: string };
}

export const celPattern = ({ source }: RegExp): string => `r'${source.replaceAll("'", String.raw`\x27`)}'`;

/** Checked by a rule: for a `pattern` the API server would show the expression, not what to write. */
export const formattedText = ({ maxLength, pattern, takes, lookalike }: TextFormat) => {
  const message = `takes ${takes}`;
  const hint = lookalike && {
    messageExpression: `${JSON.stringify(message)} + (self.matches(${celPattern(lookalike.pattern)}) ? "; ${lookalike.is}" : "")`,
    of: (text: string) => (lookalike.pattern.test(text) ? `${message}; ${lookalike.is}` : message),
  };
  return ruled(z.string().max(maxLength), {
    rule: `self.matches(${celPattern(pattern)})`,
    message,
    ...(hint && { hint }),
    holds: (text) => pattern.test(text),
  });
};

/** Kubernetes counts code points, not UTF-16 units. ASCII text can use zod's own `max`. */
export const text = (maxLength: number) =>
  z
    .string()
    .refine((value) => [...value].length <= maxLength, { error: `at most ${maxLength} characters` })
    .meta({ maxLength });
