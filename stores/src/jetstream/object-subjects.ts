import type { Kind, ObjectKey, Selector } from '@tintype/crds';
import { checkKey, checkSelector } from '../registry/names.js';

export const streamOf = (bucket: string): string => `KV_${bucket}`;

export const everySubject = (bucket: string): string => `$KV.${bucket}.>`;

/**
 * `$KV.<bucket>.<Kind>.<namespace>.<name>`: a namespace has no dots, a name may have some. Throws Invalid for a key
 * that no object can have, such as one with wildcards.
 */
export const subjectOf = (bucket: string, kind: Kind, key: ObjectKey): string => {
  checkKey(kind, key);
  return `$KV.${bucket}.${kind}.${key.namespace}.${key.name}`;
};

/**
 * The filter for the subjects of a selector's namespace and name. It ignores labels: check them with `isSelected`.
 * Throws Invalid for a selector that no object can match.
 */
export const filterOf = (bucket: string, kind: Kind, selector: Selector): string => {
  checkSelector(selector);
  const { namespace, name } = selector;
  if (namespace === undefined && name === undefined) return `$KV.${bucket}.${kind}.>`;
  return `$KV.${bucket}.${kind}.${namespace ?? '*'}.${name ?? '>'}`;
};

export const keyOfSubject = (subject: string): ObjectKey => {
  const [, , , namespace = '', ...name] = subject.split('.');
  return { namespace, name: name.join('.') };
};
