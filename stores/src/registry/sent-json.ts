import { isFields } from './fields.js';

/** What a literal or JSON makes has nothing above its prototype. */
const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

const faultOfValue = (value: unknown): string | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${value} is no number in JSON`;
  if (['bigint', 'function', 'symbol'].includes(typeof value)) return `a ${typeof value} is nothing in JSON`;
  if (isFields(value) && !isPlain(value)) return `a ${value.constructor.name} is nothing in JSON`;
  return undefined;
};

const faultsIn = (path: string, value: unknown): string[] => {
  const fault = faultOfValue(value);
  if (fault) return [`${path}: ${fault}`];
  if (Array.isArray(value)) return value.flatMap((item, index) => faultsIn(`${path}[${index}]`, item));
  if (!isFields(value)) return [];
  return Object.keys(value).flatMap((name) => {
    const at = path ? `${path}.${name}` : name;
    // A copy that is made field by field would have it as its prototype.
    return name === '__proto__' ? [`${at}: no field can be called so`] : faultsIn(at, value[name]);
  });
};

/**
 * An object as JSON, and what JSON cannot say of it, with its path: it would be refused, or written as something else and
 * be kept as that. What is left out of JSON since it is undefined counts as left out.
 */
export const jsonOf = (object: object): { text: string; faults: string[] } => {
  try {
    const faults = faultsIn('', object);
    if (faults.length > 0) return { text: '', faults };
    // It may still refuse what is too deep for it.
    const text = JSON.stringify(object) ?? '';
    return { text, faults: text ? [] : ['it is nothing in JSON'] };
  } catch {
    return { text: '', faults: ['it cannot be written as JSON'] };
  }
};
