import type { Kind, Kinds, Selector } from '@tintype/crds';

/** Whether the object is one of those that are selected. */
export const isSelected = ({ namespace, name, labels = {} }: Selector, { metadata }: Kinds[Kind]): boolean =>
  (namespace === undefined || metadata.namespace === namespace) &&
  (name === undefined || metadata.name === name) &&
  Object.entries(labels).every(([label, value]) => metadata.labels?.[label] === value);
