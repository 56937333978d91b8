import { createHash } from 'node:crypto';
import { type Kind, type Kinds, keyText } from '@tintype/crds';

/** One line for each object: its key, uid, version, and a hash of all that it holds. */
export type Fingerprints = Record<string, string>;

const sortedKeys = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
};

export const fingerprintsOf = (objects: Iterable<Kinds[Kind]>): Fingerprints => {
  const prints: Fingerprints = {};
  for (const object of objects) {
    const { uid, resourceVersion } = object.metadata;
    const hash = createHash('sha256').update(JSON.stringify(object, sortedKeys)).digest('hex').slice(0, 16);
    prints[keyText(object.metadata)] = `${uid} ${resourceVersion} ${hash}`;
  }
  return prints;
};

/** Keys that the two do not have alike. */
export const differences = (one: Fingerprints, other: Fingerprints): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => one[key] !== other[key]);
