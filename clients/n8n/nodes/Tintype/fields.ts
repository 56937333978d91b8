import type { INodeProperties } from 'n8n-workflow';
import { FieldError } from './field-error.js';

/** The value of a field of the form, by the field's name. */
export type Read = (name: string) => unknown;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
};

const jsonIn = ({ displayName }: INodeProperties, value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  const json = value.trim() === '' ? undefined : parsed(value);
  if (!(json instanceof Error)) return json;
  throw new FieldError(
    `"${displayName}" is no JSON`,
    `${json.message}. Write it as JSON, such as [{"name": "value"}].`,
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
 * What the service gets of a form: fields above the options unless they have their default, and each option that was added.
 * Throws a `FieldError` that names the field.
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
