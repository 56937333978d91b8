import { Invalid, type Kind, type Kinds, type ObjectKey, type Selector } from '@tintype/crds';

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
const dnsLabel = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const namespacePattern = new RegExp(`^${dnsLabel}$`);
const subdomainPattern = new RegExp(`^${dnsLabel}(\\.${dnsLabel})*$`);
const wordPattern = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

const matches = (text: unknown, maxLength: number, pattern: RegExp): boolean =>
  typeof text === 'string' && text.length <= maxLength && pattern.test(text);

const isNamespace = (text: unknown): boolean => matches(text, 63, namespacePattern);

const isSubdomain = (text: unknown): boolean => matches(text, 253, subdomainPattern);

const isWord = (text: unknown) => matches(text, 63, wordPattern);

export const isLabelValue = (text: unknown): boolean => text === '' || isWord(text);

/** `name` or `example.com/name`, as labels, annotations and finalizers are named. */
export const isQualifiedName = (text: string): boolean => {
  const [name, prefix, ...more] = text.split('/').reverse();
  return isWord(name) && (prefix === undefined || isSubdomain(prefix)) && more.length === 0;
};

const keyFaults = (key: Partial<ObjectKey>): string[] => {
  const { namespace, name }: Partial<ObjectKey> = isFields(key) ? key : {};
  return [
    ...(isNamespace(namespace) ? [] : [`metadata.namespace: ${JSON.stringify(namespace)} is not a namespace name`]),
    ...(isSubdomain(name) ? [] : [`metadata.name: ${JSON.stringify(name)} is not an object name`]),
  ];
};

/**
 * Throws Invalid for a namespace or name that no object can have. In a path or subject, such text could select several
 * objects, and empty text all of them.
 */
export const checkKey = (kind: string, key: Partial<ObjectKey>): void => {
  const faults = keyFaults(key);
  if (faults.length > 0) throw new Invalid(`Invalid ${kind}: ${faults.join('; ')}.`);
};

const scopeCheckers = { namespace: isNamespace, name: isSubdomain };

/** Throws Invalid for a selector that no object can match. In a path or subject, it could select other objects. */
export const checkSelector = (selector: Selector): void => {
  if (!isFields(selector)) throw new Invalid(`${JSON.stringify(selector)} is not a selector; omit it to select all.`);
  const { labels = {}, ...scope } = selector;
  if (!isFields(labels))
    throw new Invalid('The labels of a selector must be a map of strings; omit them to select all.');
  for (const field of ['namespace', 'name'] as const)
    if (scope[field] !== undefined && !scopeCheckers[field](scope[field]))
      throw new Invalid(`No object can have the ${field} ${JSON.stringify(scope[field])}; omit it to select all.`);
  for (const [label, value] of Object.entries(labels))
    if (!isQualifiedName(label) || !isLabelValue(value))
      throw new Invalid(
        `No object can have the label ${JSON.stringify(label)} with the value ${JSON.stringify(value)}.`,
      );
};

export const isSelected = ({ namespace, name, labels = {} }: Selector, { metadata }: Kinds[Kind]): boolean =>
  (namespace === undefined || metadata.namespace === namespace) &&
  (name === undefined || metadata.name === name) &&
  Object.entries(labels).every(([label, value]) => metadata.labels?.[label] === value);
