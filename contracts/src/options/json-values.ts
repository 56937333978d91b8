import { z } from 'zod';
import { TintypeError } from '../errors.js';
import { type Endpoint, endpointOptions } from './endpoints.js';
import { type JsonForm, jsonForms } from './values/codecs.js';

type Json = Readonly<Record<string, unknown>>;

/** Any value that an option may have in JSON; null counts as absent. */
export const optionValueSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

const codecOf = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? codecOf(schema.unwrap() as z.ZodType) : schema;

/** Undefined for an option whose JSON value is the plain value of its type. */
export const jsonFormOf = (schema: z.ZodType): JsonForm | undefined => jsonForms.get(codecOf(schema));

/** One schema by name is enough for the form: a name means the same at every endpoint that has it. */
const schemas = new Map<string, z.ZodType>(
  Object.values(endpointOptions).flatMap(({ shape }) => Object.entries(shape) as [string, z.ZodType][]),
);

const encode = (text: string): string => {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/**
 * Whether the value counts as absent. `{}` and `[]` count as absent only if the option takes an object or a list. For
 * other options they are mistakes.
 */
const isEmpty = (name: string, value: unknown): boolean => {
  if (value === null || value === undefined || value === '') return true;
  if (typeof value !== 'object' || Object.keys(value).length > 0) return false;
  const schema = schemas.get(name);
  const form = schema && jsonFormOf(schema);
  if (form?.kind === 'list') return Array.isArray(value);
  return form?.kind === 'json' && form.schema.type === (Array.isArray(value) ? 'array' : 'object');
};

const plain = 'text, a number, true or false';

const clauseOf = (schema: z.ZodType | undefined): string | undefined => schema?.safeParse('').error?.issues[0]?.message;

/** What the first of the asked endpoints takes that has the option. Endpoints differ, as for `type`. */
const ruleOf = (name: string, asked: readonly Endpoint[]): { schema: z.ZodType | undefined; ofEndpoint: string } => {
  const found = asked.flatMap((endpoint) => {
    const shape: Readonly<Record<string, z.ZodType>> = endpointOptions[endpoint].shape;
    return Object.hasOwn(shape, name) ? [{ endpoint, schema: shape[name] }] : [];
  });
  const areDifferent = new Set(found.map(({ schema }) => clauseOf(schema))).size > 1;
  const [first] = found;
  return { schema: first?.schema ?? schemas.get(name), ofEndpoint: areDifferent ? ` of ${first?.endpoint}` : '' };
};

const refuse = (name: string, value: unknown, asked: readonly Endpoint[]) => {
  const { schema, ofEndpoint } = ruleOf(name, asked);
  const takes = (name !== 'url' && clauseOf(schema)) || plain;
  const isList = schema && jsonFormOf(schema)?.kind === 'list';
  const advice = isList ? '. Send text or a list of texts' : `, not ${Array.isArray(value) ? 'a list' : 'an object'}`;
  return new TintypeError(
    'invalid_option',
    `The option \`${name.slice(0, 64)}\`${ofEndpoint} takes ${takes}${advice}.`,
  );
};

/**
 * Text that is valid base64url of the option's value stays as it is, like in a query. A `user:password` or HTML is never
 * valid base64url. Text for `js` or `css` may be, but code without a blank or bracket does nothing.
 */
const encodedText = (schema: z.ZodType | undefined, value: string): string =>
  schema?.safeParse(value).success ? value : encode(value);

const textOf = (name: string, value: unknown, asked: readonly Endpoint[]): string => {
  const schema = schemas.get(name);
  const form = schema && jsonFormOf(schema);
  if (isScalar(value)) {
    const isEncoded = form !== undefined && form.kind !== 'list';
    return isEncoded ? encodedText(schema, String(value)) : String(value);
  }
  if (form?.kind === 'json') return encode(JSON.stringify(value));
  if (form?.kind === 'list' && Array.isArray(value) && value.every(isScalar)) return value.join(',');
  throw refuse(name, value, asked);
};

/**
 * Options of a JSON body as the pairs of a query, unknown names included. Null, empty text, and an empty list or object of an option that takes one, count as absent. What a
 * query carries in base64url is plain text or JSON here; base64url is taken, too. Throws `invalid_option`,
 * with what the first of the `asked` endpoints takes that has the option.
 */
export const pairsOfJson = (options: Json, asked: readonly Endpoint[] = []): Record<string, string> =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([name, value]) => !isEmpty(name, value))
      .map(([name, value]) => [name, textOf(name, value, asked)]),
  );
