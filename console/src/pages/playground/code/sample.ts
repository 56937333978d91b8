import type { Endpoint } from '@tintype/contracts';
import { looksEncoded, type OptionValue } from '../../../options/query.js';
import { textOfBase64 } from '../../../service/base64.js';

/** What a sample shows: a render of `url` with the options that are set in the form. */
export interface Sample {
  endpoint: Endpoint;
  url: string;
  options: readonly OptionValue[];
}

/** Where the sample writes the result; texts are printed. */
export const fileOf = ({ endpoint, options }: Sample): string | undefined => {
  if (endpoint === 'content' || endpoint === 'metadata') return undefined;
  const type = options.find(([{ name }]) => name === 'type')?.[1];
  if (endpoint === 'image') return `page.${type === 'jpeg' ? 'jpg' : (type ?? 'png')}`;
  return endpoint === 'pdf' ? 'page.pdf' : `page.${type ?? 'gif'}`;
};

/** The items of a list option: the libraries of all languages take lists. */
export const listOf = ({ items }: { items?: string | undefined }, value: unknown): readonly (string | number)[] => {
  const parts = Array.isArray(value) ? value.map(String) : String(value).split(',');
  return parts.map((part) => (items === 'number' ? Number(part) : part.trim()));
};

/** The plain value, for libraries that encode every text. The form has encoded a text that looks like base64url. */
export const plainOf = ([option, value]: OptionValue): unknown =>
  option.type === 'base64' && looksEncoded(String(value)) ? textOfBase64(String(value)) : value;

export const pascal = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A literal with double quotes, in all languages with JSON's escapes. */
export const quoted = (text: string): string => JSON.stringify(text);

/** One line if it is short, else one argument a line. */
export const argumentsOf = (items: readonly string[], { indent = '  ', trailing = ',' } = {}): string => {
  const line = items.join(', ');
  if (line.length <= 72 && !line.includes('\n')) return line;
  return `\n${items.map((item) => `${indent}${item}`).join(',\n')}${trailing}\n`;
};
