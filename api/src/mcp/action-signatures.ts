import { type SessionActionType, sessionActions, sessionActionTypes } from '@tintype/contracts';
import { z } from 'zod';

interface Field {
  enum?: readonly string[];
  default?: unknown;
}

interface Payload {
  properties?: Record<string, Field>;
  required?: readonly string[];
}

/** Read by the door, not by the browser. */
const ofTheDoor: Partial<Record<SessionActionType, string>> = { content: ' offset? maxChars?' };

const fieldOf = (name: string, field: Field, required: readonly string[]): string => {
  const choices = field.enum && field.enum.length <= 4 ? `=${field.enum.join('|')}` : '';
  return `${name}${required.includes(name) && field.default === undefined ? '' : '?'}${choices}`;
};

const signatureOf = (type: SessionActionType): string => {
  const payload = z.toJSONSchema(sessionActions[type].payload, { io: 'input', unrepresentable: 'any' }) as Payload;
  const fields = Object.entries(payload.properties ?? {}).map(([name, field]) =>
    fieldOf(name, field, payload.required ?? []),
  );
  return `${type}(${fields.join(' ')}${ofTheDoor[type] ?? ''})`;
};

/** Every type with its fields; a union of schemas would have 2,170 tokens instead of 281. */
export const actionSignatures = (): string => sessionActionTypes.map(signatureOf).join(', ');
