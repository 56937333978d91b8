import type { z } from 'zod';
import { TintypeError } from '../errors.js';

const partAt = (value: unknown, part: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined;

/** Whether a schema issue is about a missing value, not a wrong one. */
export const isMissing = (value: unknown, path: readonly PropertyKey[]): boolean =>
  path.length > 0 && path.reduce(partAt, value) === undefined;

/**
 * `invalid_request` for the first issue. A schema's message is a sentence, or completes one about the property, such as
 * "takes text".
 */
export const payloadError = (payload: unknown, { issues: [issue] }: z.ZodError): TintypeError => {
  const { path = [], message = 'is wrong' } = issue ?? {};
  if (message.endsWith('.')) return new TintypeError('invalid_request', message);
  const name = ['payload', ...path].map(String).join('.');
  const subject = path.length === 0 ? 'The payload' : `The property \`${name}\``;
  const verb = isMissing(payload, path) ? 'is missing. It ' : '';
  return new TintypeError('invalid_request', `${subject} ${verb}${message}.`);
};
