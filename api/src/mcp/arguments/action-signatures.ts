import { type SessionActionType, sessionActions, sessionActionTypes } from '@tintype/contracts';
import { z } from 'zod';

interface FieldSchema {
  enum?: readonly string[];
  items?: { enum?: readonly string[] };
  default?: unknown;
}

interface PayloadSchema {
  properties?: Record<string, FieldSchema>;
  required?: readonly string[];
}

/** Fields that the api reads, not the session. The keys are types of action. */
const fieldsReadByApi: Partial<Record<string, string>> = { content: ' offset? maxChars?' };

/** The fields of the viewport, which two types of action take. The list of tools explains them once for both types. */
const viewport = ' vw? vh? emulateDevice?';
const viewportFields: Partial<Record<string, string>> = { goto: viewport, screenshot: viewport };

/** How a signature shows fields whose values are objects. `to` has no form, because it looks like `from`. */
const forms: Readonly<Record<string, string>> = {
  actions: '=[{type payload}]',
  path: '=[{x y}]',
  from: '={x y}',
};

/** The allowed values of a field, if the schema lists them. For a list of such values, they are in brackets. */
const valuesOf = ({ enum: values, items }: FieldSchema): string => {
  if (values) return `=${values.join('|')}`;
  return items?.enum ? `=[${items.enum.join('|')}]` : '';
};

const fieldSignature = (name: string, field: FieldSchema, isRequired: boolean): string =>
  `${name}${isRequired ? '' : '?'}${forms[name] ?? valuesOf(field)}`;

const payloadSchemaOf = (type: SessionActionType): PayloadSchema =>
  z.toJSONSchema(sessionActions[type].payload, { io: 'input', unrepresentable: 'any' }) as PayloadSchema;

const payloadSchemas = new Map<string, PayloadSchema>(sessionActionTypes.map((type) => [type, payloadSchemaOf(type)]));

/** JSON schemas of the fields that a type of action takes. Empty for an unknown type. */
export const payloadFields = (type: string): Readonly<Record<string, FieldSchema>> =>
  payloadSchemas.get(type)?.properties ?? {};

/** The signatures of all fields, first of the required ones. */
const fieldSignatures = ({ properties = {}, required = [] }: PayloadSchema): string[] => {
  const fields = Object.entries(properties);
  const isRequired = ([name, field]: [string, FieldSchema]) => required.includes(name) && field.default === undefined;
  const sorted = [...fields.filter(isRequired), ...fields.filter((each) => !isRequired(each))];
  return sorted.map(([name, field]) => fieldSignature(name, field, isRequired([name, field])));
};

/** The signature in the list of tools, without its closing parenthesis. */
const listedSignature = (type: string): string =>
  `${type}(${fieldSignatures(payloadSchemas.get(type) ?? {}).join(' ')}${fieldsReadByApi[type] ?? ''}`;

/** An action's type and fields, such as `content(… offset? maxChars?)`. Undefined for an unknown type. */
export const signatureOf = (type: string): string | undefined =>
  payloadSchemas.has(type) ? `${listedSignature(type)}${viewportFields[type] ?? ''})` : undefined;

/** The signatures of all types. A union of JSON schemas would have 2,170 tokens instead of 330. */
export const actionSignatures = (): string => sessionActionTypes.map((type) => `${listedSignature(type)})`).join(', ');
