import type { Endpoint } from '@tintype/contracts';
import { type OptionEntry, optionsOf } from '../service/tables.js';
import { fieldValue, type OptionValue } from './query.js';

/** Texts of fields. A name with another meaning at another endpoint is another field. */
export type FieldTexts = Readonly<Record<string, string>>;

export const fieldKey = ({ name, endpoints }: OptionEntry): string => `${endpoints[0]}.${name}`;

export interface FormState {
  endpoint: Endpoint;
  url: string;
  texts: FieldTexts;
}

export interface ReadForm {
  /** `url` first, then the options that differ from their defaults. */
  values: readonly OptionValue[];
  /** A sentence for each field that cannot be read, by name. */
  faults: Readonly<Record<string, string>>;
}

const isDefault = (option: OptionEntry, text: string) => text === '' || text === String(option.default);

export const changedOptions = ({ endpoint, texts }: FormState): readonly OptionEntry[] =>
  optionsOf(endpoint).filter((option) => !isDefault(option, texts[fieldKey(option)]?.trim() ?? ''));

export const readForm = (state: FormState): ReadForm => {
  const values: OptionValue[] = [[{ name: 'url', type: 'string' }, state.url.trim()]];
  const faults: Record<string, string> = {};
  for (const option of changedOptions(state)) {
    try {
      values.push([option, fieldValue(option, state.texts[fieldKey(option)]?.trim() ?? '')]);
    } catch (error) {
      faults[option.name] = (error as Error).message;
    }
  }
  return { values, faults };
};

/** The options that a sentence of the service names, such as "The option `full` takes true or false". */
export const namedOptions = (message: string, names: readonly string[]): readonly string[] =>
  [...message.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).filter((name) => names.includes(name));
