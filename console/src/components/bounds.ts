import type { OptionEntry, PropertyEntry } from '../service/tables.js';
import { formatExact } from './format.js';

type Entry =
  | Pick<OptionEntry, 'type' | 'min' | 'above' | 'max'>
  | Pick<PropertyEntry, 'type' | 'min' | 'above' | 'max'>;

/** `1 to 5,000` or `above 0, up to 3`; empty without a maximum. */
export const boundsOf = ({ type, min, above, max }: Entry): string => {
  if (type === 'boolean' || max === undefined) return '';
  if (above !== undefined) return `above ${formatExact(above)}, up to ${formatExact(max)}`;
  return min === undefined ? '' : `${formatExact(min)} to ${formatExact(max)}`;
};

/** `This takes a whole number from 1 to 5,000.`, for a field whose text is no number. */
export const numberFault = (entry: Entry): string => {
  const bounds = boundsOf(entry);
  const range = /^\d/.test(bounds) ? `from ${bounds}` : bounds;
  return `This takes a ${entry.type === 'integer' ? 'whole number' : 'number'}${range && ` ${range}`}.`;
};
