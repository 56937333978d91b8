import { type Endpoint, optionNames, similarName } from '@tintype/client';
import { CommandError } from './failures.js';
import { type OptionRow, type OptionValue, optionRows } from './options.generated.js';

/** Says where an option was given, for the begin of a sentence. */
type NameOf = (name: string) => string;

const checkName = (from: readonly Endpoint[], name: string, nameOf: NameOf): void => {
  const known = from.flatMap((endpoint): readonly string[] => optionNames(endpoint));
  if (name === 'url')
    throw new CommandError(`${nameOf(name)}: the address is no option. Give it as an argument of its own.`, 'usage');
  if (known.includes(name)) return;
  const similar = similarName(name, known);
  const next = similar
    ? `Did you mean \`${similar}\`?`
    : `\`tintype options ${from[0]}\` lists them; \`--unknown-options\` sends it anyway.`;
  const subject = from.length > 1 ? 'there is no' : `${from[0]} has no`;
  throw new CommandError(`${nameOf(name)}: ${subject} such option. ${next}`, 'usage');
};

/** The service takes decimal digits only: no `1e3` or `0x10`. */
const isWithin = (text: string, { type, min = -Infinity, above = -Infinity, max = Infinity }: OptionValue): boolean => {
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) return false;
  const number = Number(text);
  return number >= min && number > above && number <= max && (type === 'number' || Number.isInteger(number));
};

const isAccepted = (text: string, value: OptionValue): boolean => {
  const word = text.toLowerCase();
  if (value.type === 'boolean') return /^(true|false|1|0)$/.test(word);
  if (value.type === 'integer' || value.type === 'number') return isWithin(text, value);
  if (value.type === 'length') return /^[\d.]+\s*(in|cm|mm|pt|px)?$/.test(word);
  if (value.values) return value.values.some((each) => each.toLowerCase() === word);
  return text.length <= (value.maxLength ?? Infinity);
};

const articleOf = ({ type }: OptionValue): string => (/^(integer|number|length)$/.test(type) ? 'a ' : '');

const checkValue = (rows: readonly OptionRow[], given: unknown, subject: string): void => {
  const text = String(given ?? '');
  // Empty values count as absent. A name without a row is one that no endpoint has.
  if (text === '' || rows.length === 0 || rows.some(({ value }) => isAccepted(text, value))) return;
  const [{ takes, value } = rows[0] as OptionRow] = rows;
  const similar = similarName(text, value.values ?? []);
  const got = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  const hint = similar ? ` Did you mean \`${similar}\`?` : '';
  throw new CommandError(`${subject} takes ${articleOf(value)}${takes}; it got "${got}".${hint}`, 'usage');
};

/**
 * Refuses names that none of the endpoints has: the service would ignore them, and charge for a result without them.
 * Refuses values that the service would refuse: bounds of numbers, words, lengths. Throws a `CommandError`.
 */
export const checkOptions = (
  from: readonly Endpoint[],
  options: Readonly<Record<string, unknown>>,
  nameOf: NameOf = (name) => `-X ${name}`,
): void => {
  for (const [name, given] of Object.entries(options)) {
    checkName(from, name, nameOf);
    const rows = optionRows.filter((row) => row.name === name && from.some((each) => row.endpoints.includes(each)));
    checkValue(rows, given, nameOf(name));
  }
};
