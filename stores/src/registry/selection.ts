import { Invalid, type Kind, type Kinds, type Selector } from '@tintype/crds';
import { isFields } from './fields.js';
import { isLabelValue, isNamespace, isQualified, isSubdomain } from './names.js';

const places = { namespace: isNamespace, name: isSubdomain };

/** Refuses what no object can have: joined to text, it would select something else, or all there is. */
export const demandSelector = (selector: Selector): void => {
  if (!isFields(selector))
    throw new Invalid(`${JSON.stringify(selector)} selects nothing; leave it out to select all.`);
  const { labels = {}, ...where } = selector;
  if (!isFields(labels))
    throw new Invalid('The labels to select by are no map of texts; leave them out to select all.');
  for (const place of ['namespace', 'name'] as const)
    if (where[place] !== undefined && !places[place](where[place]))
      throw new Invalid(`No object has the ${place} ${JSON.stringify(where[place])}; leave it out to select all.`);
  for (const [label, value] of Object.entries(labels))
    if (!isQualified(label) || !isLabelValue(value))
      throw new Invalid(`No object has the label ${JSON.stringify(label)} with the value ${JSON.stringify(value)}.`);
};

/** Whether the object is one of those that are selected. */
export const isSelected = ({ namespace, name, labels = {} }: Selector, { metadata }: Kinds[Kind]): boolean =>
  (namespace === undefined || metadata.namespace === namespace) &&
  (name === undefined || metadata.name === name) &&
  Object.entries(labels).every(([label, value]) => metadata.labels?.[label] === value);
