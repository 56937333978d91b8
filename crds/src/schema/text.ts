import { z } from 'zod';
import { ruled } from './rule.js';

interface Form {
  /** At most so many characters. */
  most: number;
  /** Of all of the text, and of ASCII only. */
  pattern: RegExp;
  /** What to write, as in `takes …`. */
  takes: string;
  /** Of text that looks right, what is wrong with it. */
  lookalike?: { pattern: RegExp; is: string };
}

/** CEL's raw text: a backslash is one. */
export const celPattern = ({ source }: RegExp): string => `r'${source.replaceAll("'", String.raw`\x27`)}'`;

/**
 * Text of some form. It is held by a rule, since an API server that refuses a `pattern` shows it, and not what to write.
 */
export const formed = ({ most, pattern, takes, lookalike }: Form) => {
  const message = `takes ${takes}`;
  const says = lookalike && {
    messageExpression: `${JSON.stringify(message)} + (self.matches(${celPattern(lookalike.pattern)}) ? "; ${lookalike.is}" : "")`,
    of: (text: string) => (lookalike.pattern.test(text) ? `${message}; ${lookalike.is}` : message),
  };
  return ruled(z.string().max(most), {
    rule: `self.matches(${celPattern(pattern)})`,
    message,
    ...(says && { says }),
    holds: (text) => pattern.test(text),
  });
};

/**
 * Free text of at most so many characters, counted as Kubernetes counts them: code points, not UTF-16 units. Text that a
 * pattern holds to ASCII needs no more than zod's own `max`.
 */
export const text = (most: number) =>
  z
    .string()
    .refine((value) => [...value].length <= most, { error: `at most ${most} characters` })
    .meta({ maxLength: most });
