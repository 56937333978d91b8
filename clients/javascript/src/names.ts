import { UsageError } from './errors.js';
import { type Endpoint, endpoints, optionNames } from './options.generated.js';
import type { AnyOptions } from './signing/query.js';

/** Levenshtein's distance: the letters to insert, remove or replace, until one text is the other. */
const editsBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1];
    for (const [at, its] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === its ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};

const plain = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

/** The letters of a name that count as close to a longer one. Three may be another word: `top` is not for `topic`. */
const leastPrefix = 4;

const begins = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= leastPrefix && long.startsWith(short);
};

/** The most similar known name, such as `full` for `Full`, `ful` and `fullPage`; undefined if none is close. */
export const similarName = (name: string, known: readonly string[]): string | undefined => {
  const word = plain(name.slice(0, 64));
  const [nearest] = known
    .map((each) => ({ each, edits: begins(word, plain(each)) ? 1 : editsBetween(word, plain(each)) }))
    .filter(({ each, edits }) => edits <= (each.length > 4 ? 2 : 1))
    .sort((one, other) => one.edits - other.edits || other.each.length - one.each.length);
  return nearest?.each;
};

const hintFor = (name: string, known: readonly string[]): string => {
  const similar = similarName(name, known);
  return similar ? ` Did you mean \`${similar}\`?` : '';
};

/** Throws a `UsageError` for a name that is not known in `where`. `advice` is its last sentence if no name is similar. */
export const refuseUnknown = (given: object, known: readonly string[], where: string, advice = ''): void => {
  const name = Object.keys(given).find((each) => !known.includes(each));
  if (name !== undefined)
    throw new UsageError(`\`${name}\` is no option of ${where}.${hintFor(name, known) || advice}`);
};

const newer = ' `extra` sends options of a newer service.';

const namesOf = (endpoint: Endpoint | null): readonly string[] => {
  if (endpoint === null) return endpoints.flatMap(optionNames);
  if (endpoints.includes(endpoint)) return optionNames(endpoint);
  throw new UsageError(`\`endpoint\` is one of ${endpoints.join(', ')}; it got ${String(endpoint)}.`);
};

/**
 * The options of an endpoint, null for all, with those of `extra` that it lacks. Throws a `UsageError` for another name.
 */
export const knownOptions = (
  endpoint: Endpoint | null,
  { extra, ...options }: AnyOptions = {},
  more: readonly string[] = [],
): AnyOptions => {
  const where = endpoint === null ? 'a render' : `the endpoint ${endpoint}`;
  refuseUnknown(options, [...namesOf(endpoint), 'url', ...more], where, newer);
  return { ...options, ...(extra as AnyOptions | undefined), ...options };
};

/**
 * An id or a name as one segment of a path. Throws a `UsageError` for what cannot be one: HTTP clients drop `.` and `..`
 * from a path.
 */
export const segmentOf = (what: string, value: string): string => {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    const isChosen = what.endsWith(' name');
    const rule = isChosen ? 'it has 1 to 64 letters, digits, - and _' : 'give the text that the service answered';
    throw new UsageError(`${what} is ${JSON.stringify(value) ?? 'undefined'}: ${rule}.`);
  }
  return encodeURIComponent(value.toWellFormed());
};
