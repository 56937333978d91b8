/**
 * Makes an object of JSON values unchangeable; a write to it throws. Does nothing below what is frozen already. For what was
 * just read: nobody else has it, and it needs no copy. (`frozen` of the registry copies what a caller still holds.)
 */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(value)) deepFreeze(each);
  return Object.freeze(value);
};
