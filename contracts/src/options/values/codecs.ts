import { z } from 'zod';

/** How JSON carries an option that is more than one plain value. */
export interface JsonForm {
  /** In a query, a list becomes text with commas. Any other form is base64url of the text or of the JSON. */
  kind: 'list' | 'text' | 'json';
  /** JSON Schema of the value. */
  schema: Readonly<Record<string, unknown>>;
}

/** The key is the codec, without what `optional()` and `default()` add. */
export const jsonForms = z.registry<JsonForm>();

/**
 * What is wrong with a value of many parts, where a clause about all of them would not help. It completes "The option
 * `headers` <predicate>." and repeats no secret.
 */
export class Fault {
  readonly predicate: string;

  constructor(predicate: string) {
    this.predicate = predicate;
  }
}

/** For "The option `vw` <predicate>.". */
export const predicateOf = (issue: z.core.$ZodIssue): string => {
  const fault: unknown = issue.code === 'custom' ? issue.params?.fault : undefined;
  return fault instanceof Fault ? fault.predicate : `takes ${issue.message}`;
};

/**
 * A codec reads a string of a query and names what it takes, for "The option `vw` takes <clause>.". `schema` is for
 * OpenAPI 3.1.
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

// A Map, because an object also has the key "constructor".
const flagWords = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export const flag = () => codec('true or false', { type: 'boolean' }, (text) => flagWords.get(text.toLowerCase()));

// Decimal digits only: Number() would accept "0x10", "1e3" and "".
export const decimal = (text: string): number => (/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN);

export interface Range {
  /** The minimum is valid, unless `above`. */
  min: number;
  max: number;
  above?: boolean;
  /** Such as CSS pixels, for the sentence. */
  unit?: string;
}

const within = (value: number, range: Range) => {
  const low = range.above ? value > range.min : value >= range.min;
  return low && value <= range.max ? value : undefined;
};

export const number = (range: Range) =>
  codec(
    range.above
      ? `a number above ${range.min}, up to ${range.max}`
      : `a number${range.unit ? ` of ${range.unit}` : ''} from ${range.min} to ${range.max}`,
    { type: 'number', [range.above ? 'exclusiveMinimum' : 'minimum']: range.min, maximum: range.max },
    (text) => within(decimal(text), range),
  );

export const integer = (range: Range) =>
  codec(
    `a whole number from ${range.min} to ${range.max}`,
    { type: 'integer', minimum: range.min, maximum: range.max },
    (text) => (Number.isInteger(decimal(text)) ? within(decimal(text), range) : undefined),
  );

/** One of the words, in upper or lower case. Returns the word as it is spelled here. */
export const choice = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  codec(`one of ${words.join(', ')}`, { type: 'string', enum: words }, (text): Words[number] | undefined =>
    words.find((word) => word.toLowerCase() === text.toLowerCase()),
  );

const isControl = (text: string) => /\p{Cc}/u.test(text);

export const text = (max: number) =>
  codec(`up to ${max} characters of text without line breaks`, { type: 'string', maxLength: max }, (value) =>
    value.length <= max && !isControl(value) ? value : undefined,
  );

/** Inches per unit; a number without a unit is CSS pixels. */
const inches: Record<string, number> = { in: 1, cm: 1 / 2.54, mm: 1 / 25.4, pt: 1 / 72, px: 1 / 96, '': 1 / 96 };

/** `min` to `max` inches. Returns inches. */
export const length = (max: number, min = 0) =>
  codec(
    min > 0
      ? `a length from ${min}in to ${max}in, such as 100mm, 10cm, 8.5in, 360pt or 480px`
      : 'a length such as 10mm, 1cm, 0.5in, 36pt or 48px',
    { type: 'string', pattern: '^[0-9.]+(in|cm|mm|pt|px)?$' },
    (value) => {
      const [, amount, unit] = /^([\d.]+)\s*([a-z]*)$/i.exec(value) ?? [];
      const perUnit = inches[unit?.toLowerCase() ?? ''];
      const size = amount === undefined || perUnit === undefined ? Number.NaN : decimal(amount) * perUnit;
      return size >= min && size <= max ? size : undefined;
    },
  );
