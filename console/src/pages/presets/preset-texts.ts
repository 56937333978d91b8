import type { Endpoint } from '@tintype/contracts';
import { type FieldTexts, type FormState, fieldKey, shownOptions } from '../../options/form-state.js';
import { looksEncoded } from '../../options/query.js';
import type { Preset } from '../../service/answers.generated.js';
import { textOfBase64 } from '../../service/base64.js';
import { endpointTitles, type OptionEntry, optionsOf } from '../../service/tables.js';

/** Options that a preset cannot have. */
const notInPresets = ['preset', 'expires'];

/** The form of a preset for all endpoints has those options of `image` that every endpoint knows. */
const formEndpointOf = (endpoint: Endpoint | null): Endpoint => endpoint ?? 'image';

/** Names that the form of a preset leaves out. */
const leftOut = (endpoint: Endpoint | null): readonly string[] => {
  if (endpoint !== null) return notInPresets;
  const special = optionsOf('image').filter(({ endpoints }) => endpoints.length < endpointTitles.length);
  return [...notInPresets, ...special.map(({ name }) => name)];
};

/** The form of a preset of an endpoint, before a field has a text. */
export const emptyForm = (endpoint: Endpoint | null): FormState => ({
  endpoint: formEndpointOf(endpoint),
  url: '',
  texts: {},
  without: leftOut(endpoint),
});

/** A stored value as people write it. It stays in base64url if it is no text, or its text would count as base64url. */
export const shownText = ({ type }: Pick<OptionEntry, 'type'>, value: string): string => {
  if (type === 'boolean') return String(/^(true|1)$/i.test(value));
  if (type !== 'base64' && type !== 'json') return value;
  try {
    const text = textOfBase64(value);
    return looksEncoded(text) && type === 'base64' ? value : text;
  } catch {
    return value;
  }
};

/** How the form shows the value of an option. The value of an unknown option stays as it is. */
export const shownOption = (name: string, value: string): string => {
  const option = endpointTitles.flatMap(({ id }) => optionsOf(id)).find((each) => each.name === name);
  return option ? shownText(option, value) : value;
};

export interface PresetTexts {
  texts: FieldTexts;
  /** Stored options without a field in the form. */
  others: Readonly<Record<string, string>>;
}

export const presetTexts = ({ endpoint, options }: Pick<Preset, 'endpoint' | 'options'>): PresetTexts => {
  const shown = shownOptions(emptyForm(endpoint));
  const names = new Set(shown.map(({ name }) => name));
  const given = shown.filter(({ name }) => options[name] !== undefined);
  return {
    texts: Object.fromEntries(given.map((option) => [fieldKey(option), shownText(option, options[option.name] ?? '')])),
    others: Object.fromEntries(Object.entries(options).filter(([name]) => !names.has(name))),
  };
};
