import type { Endpoint } from '@tintype/contracts';
import { inLabels, type Labels, wrongSelectorIn } from '../components/labels.js';
import { titleOf } from '../components/titles.js';
import { type OptionEntry, optionsOf } from '../service/tables.js';
import { fieldValue, isEmpty, type OptionValue } from './query.js';

/** Texts of fields. A name with another meaning at another endpoint is another field. */
export type FieldTexts = Readonly<Record<string, string>>;

export const fieldKey = ({ name, endpoints }: OptionEntry): string => `${endpoints[0]}.${name}`;

export interface FormState {
  endpoint: Endpoint;
  url: string;
  texts: FieldTexts;
  /** Options that the form leaves out. */
  without?: readonly string[];
}

export interface ReadForm {
  /** `url` first, then the options whose fields are set, also to their defaults. */
  values: readonly OptionValue[];
  /** A sentence for each field that cannot be read, by name. */
  faults: Readonly<Record<string, string>>;
}

/** The options that have a field. */
export const shownOptions = ({ endpoint, without = [] }: FormState): readonly OptionEntry[] =>
  optionsOf(endpoint).filter(({ name }) => !without.includes(name));

const textIn = ({ texts }: FormState, option: OptionEntry): string => texts[fieldKey(option)]?.trim() ?? '';

/** The options whose fields are not empty. A default counts too: a request sends it to override a preset. */
export const filledOptions = (state: FormState): readonly OptionEntry[] =>
  shownOptions(state).filter((option) => textIn(state, option) !== '');

export const readForm = (state: FormState): ReadForm => {
  const values: OptionValue[] = [[{ name: 'url', type: 'string' }, state.url.trim()]];
  const faults: Record<string, string> = {};
  for (const option of filledOptions(state)) {
    try {
      const value = fieldValue(option, textIn(state, option));
      if (!isEmpty(value)) values.push([option, value]);
    } catch (error) {
      faults[option.name] = (error as Error).message;
    }
  }
  return { values, faults };
};

/** The options that an error is about, by its code, where its sentence names none of them. */
const namedByCode: Readonly<Record<string, readonly string[]>> = {
  selector_not_found: ['selector', 'selectorId'],
  target_blocked: ['url'],
  target_tls: ['url'],
};

const selectorOptions: readonly string[] = ['selector', 'waitFor', 'hide', 'click'];

/** The options with the selector that is not valid CSS: the sentence quotes the selector, but names no option. */
const withSelector = (message: string, state: FormState): readonly OptionEntry[] => {
  const selector = wrongSelectorIn(message);
  if (selector === undefined) return [];
  return filledOptions(state).filter(
    (option) => selectorOptions.includes(option.name) && textIn(state, option).includes(selector),
  );
};

const labelsOf = (state: FormState): Labels =>
  Object.fromEntries(['url', ...shownOptions(state).map(({ name }) => name)].map((name) => [name, titleOf(name)]));

/** The service's sentence with the titles of the fields: "“Full page” takes true or false". */
export const sentenceOf = ({ message }: { message: string }, state: FormState): string =>
  inLabels(message, labelsOf(state));

/** An error of the service, at `url` and at each option that it is about. Its sentence names most of them in backticks. */
export const faultsOf = (
  error: { message: string; code: string } | undefined,
  state: FormState,
): Readonly<Record<string, string>> => {
  const { message = '', code = '' } = error ?? {};
  const quoted = new Set([...message.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const byCode = namedByCode[code];
  const url = { name: 'url' };
  const named = byCode
    ? [url, ...filledOptions(state)].filter(({ name }) => byCode.includes(name))
    : [url, ...shownOptions(state)].filter(({ name }) => quoted.has(name));
  const sentence = sentenceOf({ message }, state);
  return Object.fromEntries([...named, ...withSelector(message, state)].map(({ name }) => [name, sentence]));
};
