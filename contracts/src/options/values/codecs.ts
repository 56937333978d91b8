import { z } from 'zod';

/** How JSON carries an option whose value there differs from its text in a query. */
export interface JsonForm {
  /** A query has a `list` as text with commas, and `text` or `json` in base64url. */
  kind: 'list' | 'text' | 'json';
  /** JSON Schema of the value that JSON carries. */
  schema: Readonly<Record<string, unknown>>;
}

/** The JSON form of each codec that has one. The key is the codec without what `optional()` and `default()` add. */
export const jsonForms = z.registry<JsonForm>();

/**
 * What is wrong with a value of many parts, if the general clause of the option would not help. The predicate completes
 * "The option `headers` <predicate>." It repeats no secret.
 */
export class Fault {
  readonly predicate: string;

  constructor(predicate: string) {
    this.predicate = predicate;
  }
}

/** Returns the predicate of "The option `vw` <predicate>." for the issue of a codec. */
export const predicateOf = (issue: z.core.$ZodIssue): string => {
  const fault: unknown = issue.code === 'custom' ? issue.params?.fault : undefined;
  return fault instanceof Fault ? fault.predicate : `takes ${issue.message}`;
};

/**
 * Reads an option from the text of a query. `takes` completes "The option `vw` takes <takes>." `schema` is the
 * option's JSON Schema in OpenAPI. `read` returns undefined, or a `Fault`, for a wrong value.
 */
export const codec = <T>(
  takes: string,
  schema: Record<string, unknown>,
  read: (text: string) => T | Fault | undefined,
) =>
  z
    .string()
    .transform((text, context): T => {
      const value = read(text);
      if (value instanceof Fault) context.addIssue({ code: 'custom', message: takes, params: { fault: value } });
      else if (value === undefined) context.addIssue({ code: 'custom', message: takes });
      else return value;
      return z.NEVER;
    })
    .meta({ override: schema });

// A Map, because an object would also have the key "constructor".
const flagWords = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export const flag = () => codec('true or false', { type: 'boolean' }, (text) => flagWords.get(text.toLowerCase()));

/** Reads decimal digits only, because Number() would accept "0x10", "1e3" and "". NaN for other text. */
export const decimal = (text: string): number => (/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN);

export interface Range {
  min: number;
  max: number;
  /** The value must be above `min`. By default, `min` is valid. */
  isMinExcluded?: boolean;
  /** The unit in messages, such as CSS pixels. */
  unit?: string;
}

const inRange = (value: number, range: Range) => {
  const isHighEnough = range.isMinExcluded ? value > range.min : value >= range.min;
  return isHighEnough && value <= range.max ? value : undefined;
};

export const number = (range: Range) =>
  codec(
    range.isMinExcluded
      ? `a number above ${range.min}, up to ${range.max}`
      : `a number${range.unit ? ` of ${range.unit}` : ''} from ${range.min} to ${range.max}`,
    { type: 'number', [range.isMinExcluded ? 'exclusiveMinimum' : 'minimum']: range.min, maximum: range.max },
    (text) => inRange(decimal(text), range),
  );

export const integer = (range: Range) =>
  codec(
    `a whole number from ${range.min} to ${range.max}`,
    { type: 'integer', minimum: range.min, maximum: range.max },
    (text) => (Number.isInteger(decimal(text)) ? inRange(decimal(text), range) : undefined),
  );

/** Reads one of the words, in upper or lower case. The value has the case of `words`. */
export const choice = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  codec(`one of ${words.join(', ')}`, { type: 'string', enum: words }, (text): Words[number] | undefined =>
    words.find((word) => word.toLowerCase() === text.toLowerCase()),
  );

const hasControlCharacter = (text: string) => /\p{Cc}/u.test(text);

export const text = (max: number) =>
  codec(`up to ${max} characters of text without line breaks`, { type: 'string', maxLength: max }, (value) =>
    value.length <= max && !hasControlCharacter(value) ? value : undefined,
  );

/** A number without a unit is in CSS pixels. */
const inchesPerUnit: Record<string, number> = { in: 1, cm: 1 / 2.54, mm: 1 / 25.4, pt: 1 / 72, px: 1 / 96, '': 1 / 96 };

/** Reads a length from `min` to `max` inches, in any unit of `inchesPerUnit`. The value is in inches. */
export const length = (max: number, min = 0) =>
  codec(
    min > 0
      ? `a length from ${min}in to ${max}in, such as 100mm, 10cm, 8.5in, 360pt or 480px`
      : 'a length such as 10mm, 1cm, 0.5in, 36pt or 48px',
    { type: 'string', pattern: '^[0-9.]+(in|cm|mm|pt|px)?$' },
    (value) => {
      const [, amount, unit] = /^([\d.]+)\s*([a-z]*)$/i.exec(value) ?? [];
      const perUnit = inchesPerUnit[unit?.toLowerCase() ?? ''];
      const size = amount === undefined || perUnit === undefined ? Number.NaN : decimal(amount) * perUnit;
      return size >= min && size <= max ? size : undefined;
    },
  );
