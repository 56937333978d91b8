import { readFileSync } from 'node:fs';
import { type Endpoint, optionNames } from '@tintype/client';
import { InvalidArgumentError } from 'commander';
import { CommandError } from './failures.js';

/** Values that may lie in a file: `-X css=@style.css`. */
const fromFiles = new Set(['css', 'js', 'header', 'footer', 'headers', 'cookies']);

const fileText = (name: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`-X ${name}: the file ${file} cannot be read.`, 'usage');
  }
};

/** `name=value` of `-X`, added to those before. */
export const collectOption = (text: string, before: Readonly<Record<string, string>>): Record<string, string> => {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError('It takes name=value, such as -X full=true.');
  if (name in before) throw new InvalidArgumentError(`The option ${name} is given twice.`);
  return { ...before, [name]: value };
};

/** Reads `@file` values. */
export const withFiles = (options: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      value.startsWith('@') && fromFiles.has(name) ? fileText(name, value.slice(1)) : value,
    ]),
  );

/** Letters to insert, remove or replace, until one text is the other. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, counterpart] of [...other].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === counterpart ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** The most similar name, if one is close. `fullPage` and `full` count as close: one begins with the other. */
export const similarTo = (name: string, names: readonly string[]): string | undefined => {
  const lower = name.toLowerCase();
  const costOf = (known: string) => {
    const other = known.toLowerCase();
    const isPart = other.length > 2 && (lower.startsWith(other) || other.startsWith(lower));
    return isPart ? 1 : distance(lower, other);
  };
  const [best] = names.map((known) => ({ known, cost: costOf(known) })).sort((a, b) => a.cost - b.cost);
  return best && best.cost <= Math.max(1, Math.floor(name.length / 4)) ? best.known : undefined;
};

const refuseAddress = (name: string): boolean => {
  if (name !== 'url') return true;
  throw new CommandError('-X url: the address is no option. Give it as an argument of its own.', 'usage');
};

/** A sentence for each option that the endpoint does not have: the service ignores those. */
export const unknownOptions = (endpoint: Endpoint, options: Readonly<Record<string, string>>): string[] =>
  Object.keys(options)
    .filter(refuseAddress)
    .filter((name) => !optionNames(endpoint).includes(name))
    .map((name) => {
      const similar = similarTo(name, optionNames(endpoint));
      const hint = similar ? ` Did you mean \`${similar}\`?` : '';
      return `-X ${name}: ${endpoint} has no such option, so it changes nothing.${hint}`;
    });

/** Numbers, booleans, lists and objects of a payload; everything else is text. */
export const payloadValue = (text: string): unknown => {
  if (!/^(-?\d+(\.\d+)?|true|false|null|[[{].*)$/s.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
