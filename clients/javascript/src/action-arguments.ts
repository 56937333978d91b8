import { refuseUnknown } from './names.js';
import type { CallOptions } from './transport.js';

interface Shape {
  type: string;
  /** Plain values may stand for these fields, in this order. */
  first: readonly string[];
  /** All fields of the payload. */
  fields: readonly string[];
  /** For a batch: all fields of each type of action. */
  steps?: Readonly<Record<string, readonly string[]>>;
}

const split = ({ first: names }: Shape, given: readonly unknown[]): readonly [payload: unknown, call: unknown] => {
  const [first, second] = given;
  const isWhole = first === undefined || first === null || (typeof first === 'object' && !Array.isArray(first));
  if (isWhole) return [first, second];
  const [rest, call] = given.slice(names.length);
  return [{ ...Object.fromEntries(names.map((name, at) => [name, given[at]])), ...Object(rest) }, call];
};

const refuseFields = (type: string, payload: unknown, fields: readonly string[]): void => {
  const given = typeof payload === 'object' && payload !== null ? payload : {};
  refuseUnknown(given, fields, `the action ${type}`, ' `act` sends fields of a newer service.');
};

/** Steps of an unknown type are left to the service. */
const refuseSteps = (payload: unknown, fieldsOf: Readonly<Record<string, readonly string[]>>): void => {
  const { actions } = Object(payload) as { actions?: unknown };
  for (const step of Array.isArray(actions) ? actions : []) {
    const { type = '', payload: given } = Object(step) as { type?: string; payload?: unknown };
    const fields = Object.hasOwn(fieldsOf, type) ? fieldsOf[type] : undefined;
    if (fields) refuseFields(type, given, fields);
  }
};

/**
 * The payload of a method that takes it whole, or its first fields and then the rest. Throws a `UsageError` for a name
 * that the action, or a step of a batch, lacks.
 */
export const payloadOf = <P extends object>(
  shape: Shape,
  given: readonly unknown[],
): [payload: P | undefined, call: CallOptions | undefined] => {
  const [payload, call] = split(shape, given) as [P | undefined, CallOptions | undefined];
  refuseFields(shape.type, payload, shape.fields);
  if (shape.steps) refuseSteps(payload, shape.steps);
  return [payload, call];
};
