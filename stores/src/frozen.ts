/**
 * A deeply frozen copy without the fields that are undefined. It shares the parts of `value` that are already frozen:
 * a change of one place copies only that place. A frozen part must be frozen in all its depth.
 */
export const frozenCopy = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as T;
  const fields = value as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) if (fields[name] !== undefined) copy[name] = frozenCopy(fields[name]);
  return Object.freeze(copy) as T;
};

/**
 * Freezes an object of JSON values in place, for objects that were just read. `frozenCopy` is for objects that a caller
 * still holds.
 */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(value)) deepFreeze(each);
  return Object.freeze(value);
};
