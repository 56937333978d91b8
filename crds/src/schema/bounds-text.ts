import type { StructuralSchema } from './structural-schema.js';

const nounOf: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

const range = ({ minimum, maximum }: StructuralSchema) => {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` from ${minimum}`;
  return maximum === undefined ? '' : ` up to ${maximum}`;
};

const count = (min: unknown, max: unknown) => `${min === undefined ? 'at most' : `${min} to`} ${max}`;

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The form of the text, and of names in a map, as the messages of the rules describe it. */
const formText = ({ 'x-kubernetes-validations': rules = [] }: StructuralSchema) => {
  const messages = rules.map(({ message }) => message);
  const form = messages.find((message) => message.startsWith('takes '));
  const names = messages.find((message) => message.startsWith('a name has '));
  return `${form ? `: ${form.slice('takes '.length)}` : ''}${names ? `. ${sentence(names)}` : ''}`;
};

/** Undefined for an object: its fields describe it. */
const typeText = (schema: StructuralSchema): string | undefined => {
  const { type, enum: values, items, additionalProperties, maxLength, minItems, maxItems, maxProperties } = schema;
  const form = formText(schema);
  const text = `text of at most ${maxLength} characters${form}`;
  if (values) return `one of ${values.join(', ')}`;
  if (schema['x-kubernetes-int-or-string']) return `a whole number${range(schema)}, or ${text}`;
  if (items) return `a list of ${count(minItems, maxItems)}${eachText(items)}`;
  if (additionalProperties)
    return `a map of ${count(undefined, maxProperties)}${eachText(additionalProperties)}${form}`;
  if (type === 'string') return text;
  return type === undefined || type === 'object' ? undefined : `${nounOf[type]}${range(schema)}`;
};

function eachText(inner: StructuralSchema): string {
  const text = typeText(inner);
  return text === undefined ? '' : `, each ${text}`;
}

/** Type, bounds and default, which `kubectl explain` omits. */
const boundsText = (schema: StructuralSchema): string => {
  const text = typeText(schema);
  if (text === undefined) return '';
  const defaultText = schema.default === undefined ? '' : `; default ${JSON.stringify(schema.default)}`;
  return `${sentence(text)}${defaultText}.`;
};

export const withBoundsText = (schema: StructuralSchema): StructuralSchema => {
  const { properties, items, additionalProperties, description } = schema;
  const bounds = boundsText(schema);
  const inner = properties && Object.entries(properties).map(([name, field]) => [name, withBoundsText(field)]);
  return {
    ...schema,
    ...(description !== undefined && bounds && { description: `${description}\n\n${bounds}` }),
    ...(inner && { properties: Object.fromEntries(inner) }),
    ...(items && { items: withBoundsText(items) }),
    ...(additionalProperties && { additionalProperties: withBoundsText(additionalProperties) }),
  };
};
