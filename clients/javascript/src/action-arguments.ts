import { refuseUnknown } from './names.js';
import type { CallOptions } from './transport.js';

interface Shape {
  type: string;
  /** Plain values may stand for these fields, in this order. */
  first: readonly string[];
  /** All fields of the payload. */
  fields: readonly string[];
}

const split = ({ first: names }: Shape, given: readonly unknown[]): readonly [payload: unknown, call: unknown] => {
  const [first, second] = given;
  const isWhole = first === undefined || first === null || (typeof first === 'object' && !Array.isArray(first));
  if (isWhole) return [first, second];
  const [rest, call] = given.slice(names.length);
  return [{ ...Object.fromEntries(names.map((name, at) => [name, given[at]])), ...Object(rest) }, call];
};

/**
 * The payload of a method that takes it whole, or its first fields and then the rest. Throws a `UsageError` for a name
 * that the action lacks.
 */
export const payloadOf = <P extends object>(
  shape: Shape,
  given: readonly unknown[],
): [payload: P | undefined, call: CallOptions | undefined] => {
  const [payload, call] = split(shape, given) as [P | undefined, CallOptions | undefined];
  const advice = ' `act` sends fields of a newer service.';
  refuseUnknown(payload ?? {}, shape.fields, `the action ${shape.type}`, advice);
  return [payload, call];
};
