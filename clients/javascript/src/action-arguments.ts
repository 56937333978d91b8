import type { CallOptions } from './transport.js';

/** The payload of a method that takes it whole, or its first fields and then the rest. */
export const payloadOf = <P extends object>(
  names: readonly string[],
  given: readonly unknown[],
): [payload: P | undefined, call: CallOptions | undefined] => {
  const [first, second] = given;
  const isWhole = first === undefined || (typeof first === 'object' && !Array.isArray(first));
  if (isWhole) return [first as P | undefined, second as CallOptions | undefined];
  const rest = given.slice(names.length) as [P?, CallOptions?];
  const fields = Object.fromEntries(names.map((name, at) => [name, given[at]]));
  return [{ ...fields, ...rest[0] } as P, rest[1]];
};
