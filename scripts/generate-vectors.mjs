// Writes contracts/vectors/{options,actions,errors,limits}.json, which the client libraries are generated from, out of
// the built contracts and docs/openapi.json.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  defaultAccountLimits,
  endpointOptions,
  errorClassByCode,
  errorClasses,
  errorTable,
  jsonFormOf,
  limits,
  sessionActions,
} from '../contracts/dist/index.js';

const { components, paths } = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));

/** Bounds of JavaScript's integers, which zod writes for an unbounded one. */
const isBound = (value) => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;

const defined = (entries) => Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));

const boundsOf = ({ minimum, exclusiveMinimum, maximum, maxLength, minItems, maxItems }) => ({
  min: isBound(minimum) ? minimum : undefined,
  above: exclusiveMinimum,
  max: isBound(maximum) ? maximum : undefined,
  maxLength,
  minItems,
  maxItems,
});

const lengthPattern = '^[0-9.]+(in|cm|mm|pt|px)?$';

/** The word for what a library takes; the query then has the value as contracts/vectors/README.md says. */
const optionType = (schema, form) => {
  if (form) return form.kind === 'text' ? 'base64' : form.kind;
  if (schema.enum) return 'enum';
  return schema.pattern === lengthPattern ? 'length' : schema.type;
};

const parameterOf = (endpoint, name) => {
  const { parameters } = paths[`/{apiKey}/{hash}/${endpoint}`].get;
  const all = parameters.map(({ $ref }) => components.parameters[$ref.split('/').at(-1)]);
  return all.find((parameter) => parameter.name === name);
};

const optionOf = (endpoint, name, codec) => {
  const { schema, description, example } = parameterOf(endpoint, name);
  const form = jsonFormOf(codec);
  const option = {
    name,
    type: optionType(schema, form),
    values: schema.enum,
    items: form?.schema.items?.type,
    ...boundsOf(form?.kind === 'list' ? {} : schema),
    required: name === 'url' ? true : undefined,
    default: schema.default,
  };
  return { option: defined(option), about: defined({ description, example }) };
};

/** Their descriptions differ in a verb only. */
const sameEverywhere = new Set(['selector', 'selectorId']);

/** One entry for endpoints that take the same; another one where bounds or meaning differ. */
const options = () => {
  const entries = new Map();
  for (const [endpoint, { shape }] of Object.entries(endpointOptions))
    for (const [name, codec] of Object.entries(shape)) {
      const { option, about } = optionOf(endpoint, name, codec);
      const identity = JSON.stringify([option, sameEverywhere.has(name) ? '' : about.description]);
      const entry = entries.get(identity) ?? { ...option, endpoints: [], ...about };
      entry.endpoints.push(endpoint);
      entries.set(identity, entry);
    }
  return [...entries.values()];
};

const resolve = (schema) => (schema.$ref ? resolve(components.schemas[schema.$ref.split('/').at(-1)]) : schema);

/** Text fields take numbers and booleans, too; libraries offer text. */
const typeOf = ({ type, enum: values, anyOf }) => {
  if (values) return 'enum';
  if (Array.isArray(type)) return 'string';
  return type ?? (anyOf ? 'any' : 'unknown');
};

const withoutNull = (schema) => {
  const { anyOf = [], ...rest } = schema;
  if (Array.isArray(schema.type)) return { schema, isNullable: schema.type.includes('null') };
  const others = anyOf.filter(({ type }) => type !== 'null');
  if (others.length === anyOf.length) return { schema, isNullable: false };
  return { schema: others.length === 1 ? { ...rest, ...others[0] } : { ...rest, anyOf: others }, isNullable: true };
};

const propertiesOf = ({ properties = {}, required = [] }) =>
  Object.entries(properties).map(([name, property]) => ({
    name,
    ...shapeOf(property),
    ...(required.includes(name) ? { required: true } : {}),
  }));

const shapeOf = (given) => {
  const { schema, isNullable } = withoutNull(resolve(given));
  const { description, items, properties, additionalProperties, anyOf } = schema;
  return defined({
    type: typeOf(schema),
    nullable: isNullable || undefined,
    values: schema.enum,
    ...boundsOf(schema),
    description,
    items: items && shapeOf(items),
    properties: properties && propertiesOf(schema),
    valuesOf: typeof additionalProperties === 'object' ? shapeOf(additionalProperties) : undefined,
    anyOf: isNullable ? anyOf?.map(shapeOf) : undefined,
    default: schema.default,
  });
};

const componentOf = (type) =>
  type
    .split('_')
    .map((word) => `${word[0].toUpperCase()}${word.slice(1)}`)
    .join('');

const actions = () =>
  Object.entries(sessionActions).map(([name, { summary }]) => {
    const { payload = {} } = components.schemas[`${componentOf(name)}Action`].properties;
    const answer = components.schemas[`${componentOf(name)}Answer`];
    return { name, description: summary, payload: propertiesOf(resolve(payload)), result: propertiesOf(answer) };
  });

const errors = () =>
  Object.entries(errorTable).map(([code, { status, message, retryAfterSeconds }]) => ({
    code,
    status,
    class: errorClassByCode[code],
    retryable: status === 429 || status === 503,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    message,
    advice: errorClasses[errorClassByCode[code]],
  }));

const files = {
  options: options(),
  actions: actions(),
  errors: errors(),
  limits: { ...limits, account: defaultAccountLimits },
};
for (const [name, content] of Object.entries(files))
  writeFileSync(new URL(`../contracts/vectors/${name}.json`, import.meta.url), `${JSON.stringify(content, null, 2)}\n`);
process.stdout.write(
  `${files.options.length} options, ${files.actions.length} actions, ${files.errors.length} errors\n`,
);
