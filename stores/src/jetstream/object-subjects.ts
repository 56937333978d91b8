import type { Kind, ObjectKey, Selector } from '@tintype/crds';
import { checkKey, checkSelector } from '../registry/names.js';

/** The stream behind a key-value bucket. */
export const streamOf = (bucket: string): string => `KV_${bucket}`;

/** What lies in a bucket. */
export const everySubject = (bucket: string): string => `$KV.${bucket}.>`;

/** The key is `Kind.namespace.name`: a namespace has no dots, a name may have some. Throws Invalid for what would be a wildcard. */
export const subjectOf = (bucket: string, kind: Kind, key: ObjectKey): string => {
  checkKey(kind, key);
  return `$KV.${bucket}.${kind}.${key.namespace}.${key.name}`;
};

/** Where all objects are that fit the selector, and those that differ in their labels; throws Invalid for what fits none. */
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
