import { Invalid, type Kind, type Kinds, type ObjectKey, type Selector } from '@tintype/crds';

/** The fields of an object; a list has none. */
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
const dnsLabel = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const namespacePattern = new RegExp(`^${dnsLabel}$`);
const subdomainPattern = new RegExp(`^${dnsLabel}(\\.${dnsLabel})*$`);
const wordPattern = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

const matches = (text: unknown, length: number, pattern: RegExp): boolean =>
  typeof text === 'string' && text.length <= length && pattern.test(text);

/** Whether a namespace can be called so. */
const isNamespace = (text: unknown): boolean => matches(text, 63, namespacePattern);

/** Whether an object can be called so. */
const isSubdomain = (text: unknown): boolean => matches(text, 253, subdomainPattern);

const isWord = (text: unknown) => matches(text, 63, wordPattern);

/** Whether a label can have this value. */
export const isLabelValue = (text: unknown): boolean => text === '' || isWord(text);

/** Whether a label, an annotation or a finalizer can be called so: `name` or `example.com/name`. */
export const isQualifiedName = (text: string): boolean => {
  const [name, prefix, ...more] = text.split('/').reverse();
  return isWord(name) && (prefix === undefined || isSubdomain(prefix)) && more.length === 0;
};

/** `metadata.name: "Upper"`, for each of the two that is none. */
const keyFaults = (key: Partial<ObjectKey>): string[] => {
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
export const checkKey = (kind: string, key: Partial<ObjectKey>): void => {
  const faults = keyFaults(key);
  if (faults.length > 0) throw new Invalid(`No ${kind} can be called so: ${faults.join('; ')}.`);
};

const isValidScope = { namespace: isNamespace, name: isSubdomain };

/** Refuses what no object can have: joined to text, it would select something else, or all there is. */
export const checkSelector = (selector: Selector): void => {
  if (!isFields(selector))
    throw new Invalid(`${JSON.stringify(selector)} selects nothing; leave it out to select all.`);
  const { labels = {}, ...where } = selector;
  if (!isFields(labels))
    throw new Invalid('The labels to select by are no map of texts; leave them out to select all.');
  for (const place of ['namespace', 'name'] as const)
    if (where[place] !== undefined && !isValidScope[place](where[place]))
      throw new Invalid(`No object has the ${place} ${JSON.stringify(where[place])}; leave it out to select all.`);
  for (const [label, value] of Object.entries(labels))
    if (!isQualifiedName(label) || !isLabelValue(value))
      throw new Invalid(`No object has the label ${JSON.stringify(label)} with the value ${JSON.stringify(value)}.`);
};

/** Whether the object is one of those that are selected. */
export const isSelected = ({ namespace, name, labels = {} }: Selector, { metadata }: Kinds[Kind]): boolean =>
  (namespace === undefined || metadata.namespace === namespace) &&
  (name === undefined || metadata.name === name) &&
  Object.entries(labels).every(([label, value]) => metadata.labels?.[label] === value);
