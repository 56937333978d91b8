import { z } from 'zod';
import { TintypeError } from '../errors.js';
import { type Endpoint, endpointOptions } from './endpoints.js';
import { type JsonForm, jsonForms } from './values/codecs.js';

type Json = Readonly<Record<string, unknown>>;

/** Any value that an option may have in JSON. Null counts as absent. */
export const optionValueSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

/** The schema without what `optional()` and `default()` add. */
const codecOf = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? codecOf(schema.unwrap() as z.ZodType) : schema;

/** Undefined if JSON carries the option as a plain text, number or boolean, like the query. */
export const jsonFormOf = (schema: z.ZodType): JsonForm | undefined => jsonForms.get(codecOf(schema));

/** One schema of each option. An option has the same JSON form at every endpoint, so any endpoint's schema is right. */
const schemaByName = new Map<string, z.ZodType>(
  Object.values(endpointOptions).flatMap(({ shape }) => Object.entries(shape) as [string, z.ZodType][]),
);

const base64UrlOf = (text: string): string => {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/**
 * Whether the value counts as absent. `{}` and `[]` do only if the option takes an object or a list. For other options,
 * they are mistakes.
 */
const isAbsent = (name: string, value: unknown): boolean => {
  if (value === null || value === undefined || value === '') return true;
  if (typeof value !== 'object' || Object.keys(value).length > 0) return false;
  const schema = schemaByName.get(name);
  const form = schema && jsonFormOf(schema);
  if (form?.kind === 'list') return Array.isArray(value);
  return form?.kind === 'json' && form.schema.type === (Array.isArray(value) ? 'array' : 'object');
};

const plainValues = 'text, a number, true or false';

/** What the option takes, from the message of its schema. */
const clauseOf = (schema: z.ZodType | undefined): string | undefined => schema?.safeParse('').error?.issues[0]?.message;

/**
 * The option's schema at the first of the `asked` endpoints that has it. `ofEndpoint` names this endpoint if the asked ones
 * take different values, as for `type`. Otherwise it is empty.
 */
const ruleOf = (name: string, asked: readonly Endpoint[]): { schema: z.ZodType | undefined; ofEndpoint: string } => {
  const found = asked.flatMap((endpoint) => {
    const shape: Readonly<Record<string, z.ZodType>> = endpointOptions[endpoint].shape;
    return Object.hasOwn(shape, name) ? [{ endpoint, schema: shape[name] }] : [];
  });
  const doDiffer = new Set(found.map(({ schema }) => clauseOf(schema))).size > 1;
  const [first] = found;
  return { schema: first?.schema ?? schemaByName.get(name), ofEndpoint: doDiffer ? ` of ${first?.endpoint}` : '' };
};

const refusalOf = (name: string, value: unknown, asked: readonly Endpoint[]): TintypeError => {
  const { schema, ofEndpoint } = ruleOf(name, asked);
  const clause = (name !== 'url' && clauseOf(schema)) || plainValues;
  const isList = schema && jsonFormOf(schema)?.kind === 'list';
  const advice = isList ? '. Send text or a list of texts' : `, not ${Array.isArray(value) ? 'a list' : 'an object'}`;
  return new TintypeError(
    'invalid_option',
    `The option \`${name.slice(0, 64)}\`${ofEndpoint} takes ${clause}${advice}.`,
  );
};

/**
 * Encodes text for the query, unless the text is already valid base64url of a value that the option takes. `user:password`
 * and HTML are never valid base64url. Code for `js` or `css` may be, but code without a blank or bracket does nothing.
 */
const encodedText = (schema: z.ZodType | undefined, value: string): string =>
  schema?.safeParse(value).success ? value : base64UrlOf(value);

const queryTextOf = (name: string, value: unknown, asked: readonly Endpoint[]): string => {
  const schema = schemaByName.get(name);
  const form = schema && jsonFormOf(schema);
  if (isScalar(value)) {
    const isEncoded = form !== undefined && form.kind !== 'list';
    return isEncoded ? encodedText(schema, String(value)) : String(value);
  }
  if (form?.kind === 'json') return base64UrlOf(JSON.stringify(value));
  if (form?.kind === 'list' && Array.isArray(value) && value.every(isScalar)) return value.join(',');
  throw refusalOf(name, value, asked);
};

/**
 * Converts the options of a JSON body to the pairs of a query. Keeps unknown names. Drops null and empty text. Drops an
 * empty list or object if the option takes one. Options in base64url may be plain text or JSON in the body, or base64url.
 * Throws `invalid_option` with what the option takes at the first of the `asked` endpoints that has it.
 */
export const pairsOfJson = (options: Json, asked: readonly Endpoint[] = []): Record<string, string> =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([name, value]) => !isAbsent(name, value))
      .map(([name, value]) => [name, queryTextOf(name, value, asked)]),
  );
