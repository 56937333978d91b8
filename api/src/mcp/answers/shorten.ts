import { isJsonObject, type JsonObject } from '@tintype/contracts';
import { windowOf } from './text-window.js';

const maxStringChars = 5000;

/** Characters of the value's JSON, with a comma behind it. */
const charsOf = (value: unknown): number => JSON.stringify(value).length + 1;

const cutStrings = (value: unknown, most: number): unknown => {
  if (typeof value === 'string' && value.length > most)
    return `${windowOf(value, { offset: 0, maxChars: most }).text}… [${value.length} characters]`;
  if (Array.isArray(value)) return value.map((each) => cutStrings(each, most));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cutStrings(each, most)]));
};

/** The first elements of the list that fit into `chars` of JSON. */
const firstWithin = (list: readonly unknown[], chars: number): unknown[] => {
  let left = chars;
  const end = list.findIndex((each) => {
    left -= charsOf(each);
    return left < 0;
  });
  return end < 0 ? [...list] : list.slice(0, end);
};

/** What a batch's step did, without its answer. */
const briefOf = (result: unknown): JsonObject => {
  const { type, success, error, code, picture } = isJsonObject(result) ? result : {};
  return { type, success, error, code, picture, isCut: true };
};

/** Keeps all steps of a batch. Drops answers that do not fit into `chars`; earlier answers get the space first. */
const briefResults = (results: readonly unknown[], chars: number): unknown[] => {
  let left = chars - results.reduce<number>((sum, each) => sum + charsOf(briefOf(each)), 0);
  return results.map((each) => {
    const answerChars = charsOf(each) - charsOf(briefOf(each));
    if (answerChars > left) return briefOf(each);
    left -= answerChars;
    return each;
  });
};

const remarkOf = (name: string, { kept, all }: { kept: number; all: number }): string =>
  name === 'entries'
    ? `Shows the newest ${kept} of ${all} entries, as many as an answer holds: a higher \`level\` shows older ones.`
    : `Shows ${kept} of ${all} ${name}: ask for fewer fields, or set \`limit\`.`;

const cutResults = (answer: JsonObject, results: readonly unknown[], chars: number): JsonObject => {
  const brief = briefResults(results, chars);
  const isAnyCut = brief.some((each, at) => each !== results[at]);
  const cut = 'The steps with `isCut` ran, but their answers are too long: send such an action outside of a batch.';
  return { ...answer, results: brief, ...(isAnyCut ? { cut } : {}) };
};

/** Cuts the list `name` of an answer to `chars`. A log keeps its newest entries, which are last. */
const cutList = (answer: JsonObject, name: string, chars: number): JsonObject => {
  const all = answer[name] as unknown[];
  const isLog = name === 'entries';
  const kept = firstWithin(isLog ? all.toReversed() : all, chars);
  if (kept.length === all.length) return answer;
  const shown = isLog ? kept.toReversed() : kept;
  return { ...answer, [name]: shown, cut: remarkOf(name, { kept: kept.length, all: all.length }) };
};

/** The fields of answers that may be long lists. */
const listNames = ['results', 'entries', 'elements'];

/**
 * Fits an answer into about `maxChars` of JSON. Cuts texts to 5,000 characters, or to half of `maxChars` if that is
 * less. Then cuts the list of the answer. The field `cut` says what is missing from the list.
 */
export const shortened = (answer: JsonObject, maxChars: number): JsonObject => {
  if (charsOf(answer) <= maxChars) return answer;
  const short = cutStrings(answer, Math.min(maxStringChars, maxChars / 2)) as JsonObject;
  const name = listNames.find((each) => Array.isArray(short[each]));
  if (name === undefined) return short;
  const chars = maxChars - charsOf({ ...short, [name]: [] });
  return name === 'results' ? cutResults(short, short.results as unknown[], chars) : cutList(short, name, chars);
};
