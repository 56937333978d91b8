import { Invalid, type Kind, type ObjectKey, type Selector } from '@tintype/crds';
import { isNamespace, isSubdomain } from '../registry/metadata.js';

/** The stream behind a key-value bucket. */
export const streamOf = (bucket: string): string => `KV_${bucket}`;

/** What lies in a bucket. */
export const everySubject = (bucket: string): string => `$KV.${bucket}.>`;

/** A name must not bring wildcards into a subject. */
const demandNames = ({ namespace, name }: { [K in keyof ObjectKey]: string | undefined }): void => {
  if (namespace !== undefined && !isNamespace(namespace)) throw new Invalid(`${namespace} is no namespace`);
  if (name !== undefined && !isSubdomain(name)) throw new Invalid(`${name} is no name`);
};

/** The key is `Kind.namespace.name`: a namespace has no dots, a name may have some. */
export const subjectOf = (bucket: string, kind: Kind, key: ObjectKey): string => {
  demandNames(key);
  return `$KV.${bucket}.${kind}.${key.namespace}.${key.name}`;
};

/** Where all objects are that fit the selector, and those that differ in their labels. */
export const filterOf = (bucket: string, kind: Kind, { namespace, name }: Selector): string => {
  demandNames({ namespace, name });
  if (namespace === undefined && name === undefined) return `$KV.${bucket}.${kind}.>`;
  return `$KV.${bucket}.${kind}.${namespace ?? '*'}.${name ?? '>'}`;
};

export const keyOfSubject = (subject: string): ObjectKey => {
  const [, , , namespace = '', ...name] = subject.split('.');
  return { namespace, name: name.join('.') };
};
