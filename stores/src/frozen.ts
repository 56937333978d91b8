/**
 * A deeply frozen copy without the fields that are undefined. The copy shares the parts of `value` that are already
 * frozen, so only changed parts cost a copy. A frozen part must be deeply frozen: this function does not look into it.
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
 * Freezes an object of JSON values in place, and returns it. For objects that were just read: an object that a caller
 * still holds needs `frozenCopy`.
 */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(value)) deepFreeze(each);
  return Object.freeze(value);
};
