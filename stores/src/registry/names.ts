import { Invalid, type ObjectKey } from '@tintype/crds';
import { isFields } from './fields.js';

// https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
const dnsLabel = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const namespacePattern = new RegExp(`^${dnsLabel}$`);
const subdomainPattern = new RegExp(`^${dnsLabel}(\\.${dnsLabel})*$`);
const wordPattern = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

const fits = (text: unknown, length: number, pattern: RegExp): boolean =>
  typeof text === 'string' && text.length <= length && pattern.test(text);

/** Whether a namespace can be called so. */
export const isNamespace = (text: unknown): boolean => fits(text, 63, namespacePattern);

/** Whether an object can be called so. */
export const isSubdomain = (text: unknown): boolean => fits(text, 253, subdomainPattern);

const isWord = (text: unknown) => fits(text, 63, wordPattern);

/** Whether a label can have this value. */
export const isLabelValue = (text: unknown): boolean => text === '' || isWord(text);

/** Whether a label, an annotation or a finalizer can be called so: `name` or `example.com/name`. */
export const isQualified = (text: string): boolean => {
  const [name, prefix, ...more] = text.split('/').reverse();
  return isWord(name) && (prefix === undefined || isSubdomain(prefix)) && more.length === 0;
};

/** `metadata.name: "Upper"`, for each of the two that is none. */
export const keyFaults = (key: Partial<ObjectKey>): string[] => {
  const { namespace, name }: Partial<ObjectKey> = isFields(key) ? key : {};
  return [
    ...(isNamespace(namespace) ? [] : [`metadata.namespace: ${JSON.stringify(namespace)} is no namespace`]),
    ...(isSubdomain(name) ? [] : [`metadata.name: ${JSON.stringify(name)} is no name`]),
  ];
};

/**
 * What is read, written or deleted can have its name; throws Invalid. Joined to a path or a subject, another text could be
 * more than one object, and nothing at all would be all of them.
 */
export const demandKey = (kind: string, key: Partial<ObjectKey>): void => {
  const faults = keyFaults(key);
  if (faults.length > 0) throw new Invalid(`No ${kind} can be called so: ${faults.join('; ')}.`);
};
