import { z } from 'zod';

/**
 * The part that we use.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export interface StructuralSchema {
  description?: string;
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  default?: unknown;
  enum?: unknown[];
  properties?: Record<string, StructuralSchema>;
  required?: string[];
  items?: StructuralSchema;
  additionalProperties?: StructuralSchema;
  'x-kubernetes-preserve-unknown-fields'?: true;
  'x-kubernetes-int-or-string'?: true;
  'x-kubernetes-validations'?: { rule: string; message: string; messageExpression?: string; fieldPath?: string }[];
  [keyword: string]: unknown;
}

/** The message names place and reason. */
export class NotStructural extends Error {
  override name = 'NotStructural';
}

type Json = Readonly<Record<string, unknown>>;

/** For instance `spec.env[].name`. */
type SchemaPath = string;

const refuse = (place: SchemaPath, why: string): never => {
  throw new NotStructural(`${place || 'the schema itself'}: ${why}`);
};

// In the order of the manifest.
const keptKeywords = [
  'description',
  'type',
  'nullable',
  'default',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'required',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-validations',
];
// zod's place for recursive schemas; a reference to one is refused.
const definitions = ['definitions', '$defs'];
const nestedKeywords = ['properties', 'items', 'additionalProperties'];

const reasons: Readonly<Record<string, string>> = {
  anyOf: 'a structural schema has no unions: use two fields and a rule',
  oneOf: 'a structural schema has no unions: use two fields and a rule',
  allOf: 'a structural schema has one pattern per text: combine them',
  // In 1.36: "kind != reflect.Slice && t.Format != ''" in kube-openapi, pkg/validation/validate/type.go.
  format: 'with a format the API server also admits a list: use a pattern',
  $ref: 'a structural schema cannot be recursive',
};

const checkKeywords = (node: Json, place: SchemaPath) => {
  const unknown = Object.keys(node).find(
    (keyword) => ![...keptKeywords, ...nestedKeywords, ...definitions].includes(keyword),
  );
  if (unknown) refuse(place, reasons[unknown] ?? `the generator does not know the keyword ${unknown}`);
};

// Go's regular expressions have no look-around and no back references.
const checkPattern = ({ pattern, 'x-kubernetes-validations': rules }: Json, place: SchemaPath) => {
  const texts = [String(pattern), ...((rules ?? []) as { rule: string }[]).map(({ rule }) => rule)];
  if (!texts.some((text) => /\(\?<?[=!]|\\[1-9k]/.test(text))) return;
  refuse(place, 'patterns of the API server have no look-around and no back references');
};

/** Drops the bounds that `z.int()` adds: the safe integers of a double. */
const withoutOwnBounds = ({ minimum, maximum, ...rest }: Json): Json => ({
  ...rest,
  ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
  ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
});

const mapProperties = (properties: Json, place: SchemaPath) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, node]) => [name, convert(node as Json, place ? `${place}.${name}` : name)]),
  );

const convertNested = ({ properties, items, additionalProperties: rest }: Json, place: SchemaPath) => {
  if (rest === false) refuse(place, 'the API server drops unknown fields instead of refusing them');
  const takesAnyField = rest !== undefined && Object.keys(rest as Json).length === 0;
  const hasFields = properties !== undefined && Object.keys(properties as Json).length > 0;
  return {
    ...(hasFields && { properties: mapProperties(properties as Json, place) }),
    ...(items !== undefined && { items: convert(items as Json, `${place}[]`) }),
    ...(rest !== undefined && !takesAnyField && { additionalProperties: convert(rest as Json, `${place}{}`) }),
    ...(takesAnyField && { 'x-kubernetes-preserve-unknown-fields': true as const }),
  };
};

/** The only allowed union: each of its bounds applies to one type. */
const intOrString = ({ anyOf, ...rest }: Json): Json =>
  Object.assign({}, rest, ...(anyOf as Json[]).map(({ type: _, ...bounds }) => withoutOwnBounds(bounds)));

function convert(node: Json, place: SchemaPath): StructuralSchema {
  const plain = withoutOwnBounds(node['x-kubernetes-int-or-string'] && node.anyOf ? intOrString(node) : node);
  checkKeywords(plain, place);
  checkPattern(plain, place);
  const present = keptKeywords.filter((keyword) => plain[keyword] !== undefined);
  return { ...Object.fromEntries(present.map((keyword) => [keyword, plain[keyword]])), ...convertNested(plain, place) };
}

const placeOf = (path: readonly (string | number)[]): SchemaPath =>
  path.filter((part) => part !== 'properties').join('.');

// zod silently leaves changes of values, and checks of the keys of a map, out of JSON Schema.
const checkSilentlyDropped = (schema: z.core.$ZodTypes, place: SchemaPath) => {
  const { def } = schema._zod;
  if (def.type === 'pipe' || def.type === 'transform' || def.type === 'catch') {
    refuse(place, 'the API server cannot change a value: it admits or refuses');
  }
  if (def.type !== 'record') return;
  const key = (def.keyType as z.core.$ZodTypes)._zod.def;
  if (key.type !== 'string' || key.checks?.length)
    refuse(place, 'a structural schema cannot describe the keys of a map: use a rule');
};

/**
 * The schema for the API server. Throws NotStructural if Kubernetes cannot express it, or if only zod or only the API
 * server would check it. State a refinement of zod a second time, for the API server: in `.meta()` or as a {@link Rule}.
 * Keywords of the API server in `.meta()` are kept.
 */
export const structuralSchema = (schema: z.ZodType): StructuralSchema => {
  const json = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    reused: 'inline',
    cycles: 'ref',
    unrepresentable: 'throw',
    override: ({ zodSchema, path }) => checkSilentlyDropped(zodSchema, placeOf(path)),
  });
  return convert(json as Json, '');
};
