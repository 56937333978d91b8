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

/** Read by the door, not by the browser. */
const fieldsReadByApi: Partial<Record<SessionActionType, string>> = { content: ' offset? maxChars?' };

/** The choices, those of a list in brackets. */
const valuesOf = ({ enum: values, items }: Field): string => {
  if (values) return `=${values.join('|')}`;
  return items?.enum ? `=[${items.enum.join('|')}]` : '';
};

const fieldOf = (name: string, field: Field, required: readonly string[]): string => {
  const choices = valuesOf(field);
  return `${name}${required.includes(name) && field.default === undefined ? '' : '?'}${choices}`;
};

const payloadOf = (type: SessionActionType): Payload =>
  z.toJSONSchema(sessionActions[type].payload, { io: 'input', unrepresentable: 'any' }) as Payload;

const payloads = new Map<string, Payload>(sessionActionTypes.map((type) => [type, payloadOf(type)]));

/** JSON schemas of the fields that a type of action takes. */
export const payloadFields = (type: string): Readonly<Record<string, Field>> => payloads.get(type)?.properties ?? {};

/** Undefined for an unknown type. */
export const signatureOf = (type: string): string | undefined => {
  const payload = payloads.get(type);
  if (!payload) return undefined;
  const fields = Object.entries(payload.properties ?? {}).map(([name, field]) =>
    fieldOf(name, field, payload.required ?? []),
  );
  return `${type}(${fields.join(' ')}${fieldsReadByApi[type as SessionActionType] ?? ''})`;
};

/** Every type with its fields; a union of schemas would have 2,170 tokens instead of 330. */
export const actionSignatures = (): string => sessionActionTypes.map(signatureOf).join(', ');
