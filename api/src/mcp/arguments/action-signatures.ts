import { type SessionActionType, sessionActions, sessionActionTypes } from '@tintype/contracts';
import { z } from 'zod';

interface Field {
  enum?: readonly string[];
  items?: { enum?: readonly string[] };
  default?: unknown;
}

interface Payload {
  properties?: Record<string, Field>;
  required?: readonly string[];
}

/** Fields that the api reads, not the browser. */
const fieldsReadByApi: Partial<Record<string, string>> = { content: ' offset? maxChars?' };

/** The fields of the viewport. The list of tools explains them once, for both types of action. */
const viewport = ' vw? vh? emulateDevice?';
const windowFields: Partial<Record<string, string>> = { goto: viewport, screenshot: viewport };

/** How a signature shows fields whose values are objects. */
const forms: Readonly<Record<string, string>> = {
  actions: '=[{type payload}]',
  path: '=[{x y}]',
  from: '={x y}',
};

/** The choices, those of a list in brackets. */
const valuesOf = ({ enum: values, items }: Field): string => {
  if (values) return `=${values.join('|')}`;
  return items?.enum ? `=[${items.enum.join('|')}]` : '';
};

const fieldOf = (name: string, field: Field, isRequired: boolean): string =>
  `${name}${isRequired ? '' : '?'}${forms[name] ?? valuesOf(field)}`;

const payloadOf = (type: SessionActionType): Payload =>
  z.toJSONSchema(sessionActions[type].payload, { io: 'input', unrepresentable: 'any' }) as Payload;

const payloads = new Map<string, Payload>(sessionActionTypes.map((type) => [type, payloadOf(type)]));

/** JSON schemas of the fields that a type of action takes. */
export const payloadFields = (type: string): Readonly<Record<string, Field>> => payloads.get(type)?.properties ?? {};

/** The required fields come first. */
const fieldsOf = ({ properties = {}, required = [] }: Payload): string[] => {
  const fields = Object.entries(properties);
  const isRequired = ([name, field]: [string, Field]) => required.includes(name) && field.default === undefined;
  const sorted = [...fields.filter(isRequired), ...fields.filter((each) => !isRequired(each))];
  return sorted.map(([name, field]) => fieldOf(name, field, isRequired([name, field])));
};

const listedSignature = (type: string): string =>
  `${type}(${fieldsOf(payloads.get(type) ?? {}).join(' ')}${fieldsReadByApi[type] ?? ''}`;

/** Undefined for an unknown type. */
export const signatureOf = (type: string): string | undefined =>
  payloads.has(type) ? `${listedSignature(type)}${windowFields[type] ?? ''})` : undefined;

/** Every type with its fields; a union of schemas would have 2,170 tokens instead of 330. */
export const actionSignatures = (): string => sessionActionTypes.map((type) => `${listedSignature(type)})`).join(', ');
