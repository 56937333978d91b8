import { readFileSync } from 'node:fs';
import { base64Url, type Endpoint } from '@tintype/client';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandError } from './failures.js';
import { checkOptions } from './option-checks.js';
import { optionRows } from './options.generated.js';

/** What `-X` gave, by name. */
export type Given = Readonly<Record<string, string>>;

/** The options of a command that takes `-X`. */
export interface XOptions {
  X: Record<string, string>;
  unknownOptions?: boolean;
}

/** `name=value` of `-X`, added to those before. */
export const collectOption = (text: string, before: Given): Record<string, string> => {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError('It takes name=value, such as -X full=true.');
  if (name in before) throw new InvalidArgumentError(`The option ${name} is given twice.`);
  return { ...before, [name]: value };
};

export const addX = (command: Command, description: string): Command =>
  command
    .option('-X <name=value>', description, collectOption, {})
    .option('--unknown-options', 'send -X names and values that this version does not know, for a newer service')
    .addHelpText('after', '\n`tintype options <endpoint>` explains the options of -X.');

const carriedAs = (name: string) => optionRows.find((row) => row.name === name)?.carried;

const fileText = (name: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(
      `-X ${name}: the file ${file} cannot be read. For text that begins with @, write @@.`,
      'usage',
    );
  }
};

const sentValue = (name: string, text: string): string => {
  const carried = carriedAs(name);
  if (carried === undefined) return text;
  const value = /^@(?!@)/.test(text) ? fileText(name, text.slice(1)) : text.replace(/^@@/, '@');
  // The service reads text that could be base64url as such, for example the user agent `Firefox1`.
  return carried === 'base64' ? base64Url(value) : value;
};

/** The values to send: `@file` is read for text and JSON, and `@@` is one `@`. Text is encoded, so that it arrives as typed. */
export const sentValues = (options: Given): Record<string, string> =>
  Object.fromEntries(Object.entries(options).map(([name, text]) => [name, sentValue(name, text)]));

/** What `sentValues` encoded, for people. */
export const typedValue = (name: string, value: string): string =>
  carriedAs(name) === undefined ? value : Buffer.from(value, 'base64url').toString();

/** The values of `-X` to send. Throws a `CommandError` for a name or value that the endpoints do not take. */
export const checkedValues = (from: readonly Endpoint[], { X, unknownOptions }: XOptions): Record<string, string> => {
  if (!unknownOptions) checkOptions(from, X);
  return sentValues(X);
};

/** Numbers, booleans, lists and objects of a payload; everything else is text. */
export const payloadValue = (text: string): unknown => {
  if (!/^(-?\d+(\.\d+)?|true|false|null|[[{].*)$/s.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
