import type { z } from 'zod';
import { TintypeError } from '../errors.js';

const propertyAt = (value: unknown, name: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[name] : undefined;

/** Whether `value` has nothing at the path of a schema's issue: the property is missing, not wrong. */
export const isMissing = (value: unknown, path: readonly PropertyKey[]): boolean =>
  path.length > 0 && path.reduce(propertyAt, value) === undefined;

/**
 * Returns `invalid_request` for the first issue. The issue's message is a sentence, or the end of a sentence about the
 * property, such as "takes text".
 */
export const payloadError = (payload: unknown, { issues: [issue] }: z.ZodError): TintypeError => {
  const { path = [], message = 'is wrong' } = issue ?? {};
  if (message.endsWith('.')) return new TintypeError('invalid_request', message);
  const name = ['payload', ...path].map(String).join('.');
  const subject = path.length === 0 ? 'The payload' : `The property \`${name}\``;
  const verb = isMissing(payload, path) ? 'is missing. It ' : '';
  return new TintypeError('invalid_request', `${subject} ${verb}${message}.`);
};
