import { Invalid, type Kind, type Kinds, type Selector } from '@tintype/crds';

// https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
const part = /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const prefix = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

const isPart = (text: string): boolean => text.length <= 63 && part.test(text);

const isLabelName = (label: string): boolean => {
  const slash = label.indexOf('/');
  if (slash < 0) return isPart(label);
  return slash <= 253 && prefix.test(label.slice(0, slash)) && isPart(label.slice(slash + 1));
};

const places = ['namespace', 'name'] as const;

/** Refuses what no object can have: joined to text, it would select something else, or all there is. */
export const demandSelector = ({ labels = {}, ...where }: Selector): void => {
  for (const place of places)
    if (where[place] !== undefined && !/^[^\s,=!]+$/.test(where[place]))
      throw new Invalid(`No object has the ${place} ${JSON.stringify(where[place])}; leave it out to select all.`);
  for (const [label, value] of Object.entries(labels))
    if (!isLabelName(label) || (value !== '' && !isPart(value)))
      throw new Invalid(`No object has the label ${JSON.stringify(label)} with the value ${JSON.stringify(value)}.`);
};

/** Whether the object is one of those that are selected. */
export const isSelected = ({ namespace, name, labels = {} }: Selector, { metadata }: Kinds[Kind]): boolean =>
  (namespace === undefined || metadata.namespace === namespace) &&
  (name === undefined || metadata.name === name) &&
  Object.entries(labels).every(([label, value]) => metadata.labels?.[label] === value);
