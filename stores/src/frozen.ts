/**
 * A copy that nobody can change, of what JSON can say: absent fields are dropped. What is frozen already is taken as it
 * is, and must be frozen to its depth; so an object that was read and changed in one place costs a copy of that place.
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
 * Makes an object of JSON values unchangeable; a write to it throws. Does nothing below what is frozen already. For what was
 * just read: nobody else has it, and it needs no copy. (`frozen` of the registry copies what a caller still holds.)
 */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(value)) deepFreeze(each);
  return Object.freeze(value);
};
