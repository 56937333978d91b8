import type { OptionEntry, PropertyEntry } from '../service/tables.js';
import { formatExact } from './format.js';

/** What a form calls the properties or options that the API's sentences name. */
export type Labels = Readonly<Record<string, string>>;

const namePattern = /(?:\bthe (?:property|option) )?`(?:\w+\.)*(\w+)`/gi;

/** "The property `key` takes text." is "“Access key” takes text." in a form with that label. */
export const inLabels = (sentence: string, labels: Labels): string =>
  sentence.replaceAll(namePattern, (found, name: string) =>
    Object.hasOwn(labels, name) ? `“${labels[name]}”` : found,
  );

/** The sentence in labels, by the field that it names first. Empty if it names no field. */
export const faultsBeside = (sentence: string | undefined, labels: Labels): Readonly<Record<string, string>> => {
  const names = [...(sentence ?? '').matchAll(namePattern)].map(([, name = '']) => name);
  const first = names.find((name) => Object.hasOwn(labels, name));
  return sentence === undefined || first === undefined ? {} : { [first]: inLabels(sentence, labels) };
};

/** The sentence of a form's error; only "Check “Bucket”." if one of the fields `beside` shows the whole sentence. */
export const shortSentence = (
  sentence: string,
  labels: Labels,
  beside: readonly string[] = Object.keys(labels),
): string => {
  const [field = ''] = Object.keys(faultsBeside(sentence, labels));
  return beside.includes(field) ? `Check “${labels[field]}”.` : inLabels(sentence, labels);
};

/** The selector of "The selector `h1[` is not valid CSS.", a sentence without the name of its field. */
export const wrongSelectorIn = (sentence: string): string | undefined =>
  /^The selector `(.+)` is not valid CSS/.exec(sentence)?.[1];

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
