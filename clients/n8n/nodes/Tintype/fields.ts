import type { INodeProperties } from 'n8n-workflow';

/** A field of the form or of the credential that cannot work. Nothing was sent. */
export class FieldError extends Error {
  /** What to do. */
  readonly description: string;

  constructor(message: string, description: string) {
    super(message);
    this.description = description;
  }
}

/** The value of a field of the form, by the field's name. */
export type Read = (name: string) => unknown;

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');

/**
 * The number in the field with this title, at least `min`, also as text. Throws a `FieldError`: an expression may give
 * any value.
 */
export const numberIn = (
  title: string,
  value: unknown,
  { min, max, whole = false }: { min: number; max?: number; whole?: boolean },
): number => {
  const number = isNumber(value) ? Number(value) : Number.NaN;
  const isInRange = number >= min && number <= (max ?? Number.MAX_VALUE);
  if (isInRange && (!whole || Number.isInteger(number))) return number;
  throw new FieldError(
    `"${title}" is ${JSON.stringify(value)}, and takes a ${whole ? 'whole ' : ''}number from ${min}${max === undefined ? '' : ` to ${max}`}`,
    'Correct the number, or the expression that gives it, in this field of the node.',
  );
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
};

const jsonExamples: Readonly<Record<string, string>> = {
  cookies: '[{"name": "session", "value": "…"}]',
  actions: '[{"type": "title"}]',
};

const jsonIn = ({ displayName, name }: INodeProperties, value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  const json = value.trim() === '' ? undefined : parsed(value);
  if (!(json instanceof Error)) return json;
  throw new FieldError(
    `"${displayName}" is no JSON`,
    `${json.message}. Write it as JSON, such as ${jsonExamples[name]}.`,
  );
};

interface Pair {
  name: string;
  value: string;
}

/** The groups of n8n: one, several, or pairs of a name and a value. */
const groupIn = (value: object): unknown => {
  const groups = value as { value?: object; values?: object[]; pairs?: Pair[] };
  if (groups.pairs) return Object.fromEntries(groups.pairs.map((pair) => [pair.name, pair.value]));
  return groups.value ?? groups.values;
};

const decoded = (field: INodeProperties, value: unknown): unknown => {
  if (field.type === 'json') return jsonIn(field, value);
  if (field.type === 'fixedCollection') return groupIn(Object(value));
  // An expression may give one text where the form takes several.
  if (field.typeOptions?.multipleValues && Array.isArray(value)) return value.filter((each) => each !== '');
  return value;
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A required text is sent even if it is empty. */
const isLeftOut = ({ required }: INodeProperties, value: unknown): boolean =>
  isEmpty(value) && !(required && value === '');

/** A field above the options is always there: with its default, it was not set. */
const isUnset = ({ default: standard, required }: INodeProperties, value: unknown): boolean =>
  !required && value === standard;

/**
 * What the service gets of a form: each option that was added, and non-default fields above the options. Throws a
 * `FieldError` that names the field.
 */
export const valuesOf = (
  onTop: readonly INodeProperties[],
  options: readonly INodeProperties[],
  read: Read,
): Record<string, unknown> => {
  const added = (read('options') ?? {}) as Record<string, unknown>;
  const rows = [
    ...onTop.map((field) => [field, read(field.name)] as const).filter(([field, value]) => !isUnset(field, value)),
    ...options.filter(({ name }) => name in added).map((field) => [field, added[field.name]] as const),
  ];
  return Object.fromEntries(
    rows
      .map(([field, value]) => [field, decoded(field, value)] as const)
      .filter(([field, value]) => !isLeftOut(field, value))
      .map(([{ name }, value]) => [name, value]),
  );
};
