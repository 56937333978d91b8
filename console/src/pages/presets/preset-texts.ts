import type { Endpoint } from '@tintype/contracts';
import { type FieldTexts, fieldKey } from '../../options/form-state.js';
import type { Preset } from '../../service/settings-answers.js';
import { type OptionEntry, optionsOf } from '../../service/tables.js';

const all: readonly Endpoint[] = ['image', 'pdf', 'content', 'metadata', 'animated'];

/** Options that a preset cannot have. */
const notInPresets = ['preset', 'expires'];

/** The form of a preset for all endpoints has those options of `image` that every endpoint knows. */
export const formEndpointOf = (endpoint: Endpoint | null): Endpoint => endpoint ?? 'image';

/** Names that the form of a preset leaves out. */
export const leftOut = (endpoint: Endpoint | null): readonly string[] => {
  if (endpoint !== null) return notInPresets;
  const special = optionsOf('image').filter(({ endpoints }) => endpoints.length < all.length);
  return [...notInPresets, ...special.map(({ name }) => name)];
};

const looksEncoded = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** A stored value as people write it; base64url that is no text, or whose text would count as base64url, stays. */
export const shownText = ({ type }: Pick<OptionEntry, 'type'>, value: string): string => {
  if (type !== 'base64' && type !== 'json') return value;
  try {
    const binary = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return looksEncoded.test(text) && type === 'base64' ? value : text;
  } catch {
    return value;
  }
};

/** The same for an option by its name; unknown ones as they are. */
export const shownOption = (name: string, value: string): string => {
  const option = all.flatMap(optionsOf).find((each) => each.name === name);
  return option ? shownText(option, value) : value;
};

export interface PresetTexts {
  texts: FieldTexts;
  /** Stored options without a field in the form. */
  others: Readonly<Record<string, string>>;
}

export const presetTexts = ({ endpoint, options }: Pick<Preset, 'endpoint' | 'options'>): PresetTexts => {
  const without = leftOut(endpoint);
  const shown = optionsOf(formEndpointOf(endpoint)).filter(({ name }) => !without.includes(name));
  const names = new Set(shown.map(({ name }) => name));
  const given = shown.filter(({ name }) => options[name] !== undefined);
  return {
    texts: Object.fromEntries(given.map((option) => [fieldKey(option), shownText(option, options[option.name] ?? '')])),
    others: Object.fromEntries(Object.entries(options).filter(([name]) => !names.has(name))),
  };
};
