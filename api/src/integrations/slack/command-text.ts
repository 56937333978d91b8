import { didYouMean, jsonFormOf, pairsOfJson, shownName, TintypeError } from '@tintype/contracts';
import { propertyOf, shapeOf } from '../../render/order/option-properties.js';

export interface SlackCapture {
  kind: 'capture';
  /** Decoded pairs of a query, `url` among them. */
  pairs: Record<string, string>;
  /** Whether the person typed a scheme, such as `https://`. Otherwise `https://` was added to `url`. */
  hasScheme: boolean;
}

/** What a person asked for in the text behind the command. */
export type SlackRequest =
  /** `unknown`: the first word, which is neither a command nor a page. */
  { kind: 'help'; unknown?: string } | { kind: 'connect'; code: string } | SlackCapture;

/** The characters that may close a quote, by the opening one. Phones and desktops change typed quotes. */
const closingQuotes: Readonly<Record<string, string>> = {
  '«': '»',
  '»': '«',
  '"': '"”“„',
  '“': '”“"',
  '„': '“”"',
  '”': '”"',
  "'": "'’‘",
  '‘': "’'",
  '’': "’'",
};

/** The options of `image` whose values are code, such as selectors. */
const codeOptions: readonly string[] = ['selector', 'waitFor', 'hide', 'click', 'css', 'js'];

const isJson = (name: string): boolean => {
  const schema = shapeOf('image')[name];
  return schema !== undefined && jsonFormOf(schema)?.kind === 'json';
};

const isCode = (name: string): boolean => isJson(name) || codeOptions.includes(name);

const isSpace = (letter: string) => /\s/u.test(letter);

/** Reads a quoted part of a word: its text, and the position after the closing quote. */
const quotedAt = (text: string, at: number): { part: string; end: number } => {
  const closing = closingQuotes[text[at] as string] as string;
  for (let end = at + 1; end < text.length; end += 1)
    if (closing.includes(text[end] as string)) return { part: text.slice(at + 1, end), end: end + 1 };
  throw new TintypeError('invalid_option', `A quote is not closed: ${shownName(text.slice(at))}`);
};

const hasStraightQuote = /["']/;

/**
 * Turns curly quotes of code into straight ones. A text that also has straight quotes stays: its author means the curly
 * ones.
 */
const withStraightQuotes = (text: string): string =>
  hasStraightQuote.test(text) ? text : text.replace(/[“”„«»]/g, '"').replace(/[‘’]/g, "'");

const doubleQuotes = '"“”„«»';

/** The position after the string that begins at `at`. If no quote closes the string, the end of the text. */
const stringEnd = (text: string, at: number): number => {
  const closing = text[at] === '"' ? '"' : doubleQuotes;
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (closing.includes(text[end] as string)) return end + 1;
  }
  return text.length;
};

/** Reads JSON, which needs no quotes around it even if it contains spaces. It ends where its first bracket closes. */
const jsonAt = (text: string, at: number, name: string): { part: string; end: number } => {
  let depth = 0;
  for (let end = at; end < text.length; ) {
    const letter = text[end] as string;
    if (/[[{]/.test(letter)) depth += 1;
    if (/[\]}]/.test(letter)) depth -= 1;
    end = doubleQuotes.includes(letter) ? stringEnd(text, end) : end + 1;
    if (depth === 0) return { part: text.slice(at, end), end };
  }
  const shown = shownName(text.slice(at));
  throw new TintypeError('invalid_option', `The JSON of \`${name}\` lacks a quote or a bracket at its end: ${shown}`);
};

/** Reads the next part of a word: a quoted text, JSON, or one character. `wordBefore` is the word up to there. */
const partAt = (text: string, at: number, wordBefore: string): { part: string; end: number } => {
  const letter = text[at] as string;
  const [, name] = /^([A-Za-z0-9]+)=$/.exec(wordBefore) ?? [];
  if (letter in closingQuotes && (wordBefore === '' || name !== undefined)) return quotedAt(text, at);
  if (name !== undefined && /[[{]/.test(letter) && isJson(name)) return jsonAt(text, at, name);
  return { part: letter, end: at + 1 };
};

/** Reads a word. A quote has its meaning only at the beginning of the word, or after `=`. */
const wordAt = (text: string, from: number): { word: string; end: number } => {
  let word = '';
  let at = from;
  while (at < text.length && !isSpace(text[at] as string)) {
    const { part, end } = partAt(text, at, word);
    word += part;
    at = end;
  }
  return { word, end: at };
};

const wordsOf = (text: string): string[] => {
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (isSpace(text[at] as string)) {
      at += 1;
      continue;
    }
    const { word, end } = wordAt(text, at);
    words.push(word);
    at = end;
  }
  return words;
};

const escapedCharacters: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Undoes Slack's markup: links such as `<url>` or `<url|label>`, and three escaped characters. */
const withoutMarkup = (text: string): string =>
  text
    .replace(/<(https?:[^|>]*)(?:\|[^>]*)?>/g, '$1')
    .replace(/<mailto:[^|>]*\|([^>]*)>/g, '$1')
    .replace(/&(?:amp|lt|gt);/g, (entity) => escapedCharacters[entity] as string);

const startsWithScheme = (word: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(word);

/** Adds https if there is no scheme: people write `example.com`. */
const asUrl = (word: string): string => (startsWithScheme(word) ? word : `https://${word}`);

const isFlag = (name: string): boolean => {
  const schema = shapeOf('image')[name];
  return schema !== undefined && propertyOf(schema).type === 'boolean';
};

const optionNames = Object.keys(shapeOf('image'));

const readOption = (word: string): [name: string, value: string] => {
  const equals = word.indexOf('=');
  if (equals === -1 && isFlag(word)) return [word, 'true'];
  const name = equals === -1 ? word : word.slice(0, equals);
  if (/^https?:\/\//.test(word))
    throw new TintypeError('invalid_option', 'The command takes one page. Remove the second address.');
  if (!optionNames.includes(name))
    throw new TintypeError(
      'invalid_option',
      `There is no option \`${shownName(name)}\`.${didYouMean(name, optionNames)}`,
    );
  if (equals === -1) throw new TintypeError('invalid_option', `The option \`${name}\` has no value: write ${name}=…`);
  const value = word.slice(equals + 1);
  return [name, isCode(name) ? withStraightQuotes(value) : value];
};

const isOption = (word: string): boolean => optionNames.includes(word.split('=')[0] as string);

/** Whether a space is beside a `=`: `vw = 390`, `vw =390` and `vw= 390` are several words. */
const hasLooseEquals = (words: readonly string[]): boolean =>
  words.some((word, at) => {
    const next = words[at + 1];
    return word.startsWith('=') || (/^[A-Za-z0-9]+=$/.test(word) && next !== undefined && !isOption(next));
  });

const readOptions = (words: readonly string[]): Record<string, string> => {
  if (hasLooseEquals(words))
    throw new TintypeError('invalid_option', 'Write options without spaces around `=`, such as vw=390.');
  const options: Record<string, string> = {};
  for (const [name, value] of words.map(readOption)) {
    if (name in options)
      throw new TintypeError('invalid_option', `The option \`${name}\` is there twice. Write it once.`);
    options[name] = value;
  }
  return options;
};

const connectCode = ([code, ...more]: readonly string[]): string => {
  if (code && more.length === 0) return code;
  throw new TintypeError('invalid_option', 'The word `connect` takes one code, and nothing after it.');
};

/**
 * Reads `<url> [name=value] …`, `connect <code>` or `help`. The name of a boolean option alone means true.
 * Throws `invalid_option`.
 */
export const readCommandText = (text: string): SlackRequest => {
  const [first = '', ...rest] = wordsOf(withoutMarkup(text));
  if (first === '' || /^help$/i.test(first)) return { kind: 'help' };
  if (/^connect$/i.test(first)) return { kind: 'connect', code: connectCode(rest) };
  const startsWithOption = isOption(first);
  if (!startsWithOption && !/[.:/]/.test(first)) return { kind: 'help', unknown: shownName(first) };
  const words = startsWithOption ? [first, ...rest] : rest;
  if (startsWithOption && !words.some((word) => word.startsWith('url=')))
    throw new TintypeError('invalid_option', 'The page comes first, and options after it: https://example.com full.');
  const { url: urlOption = '', ...more } = readOptions(words);
  if (!startsWithOption && urlOption)
    throw new TintypeError('invalid_option', 'The page is there twice: as the first word and as `url`.');
  const page = startsWithOption ? urlOption : first;
  const url = page && asUrl(page);
  return { kind: 'capture', pairs: pairsOfJson({ ...more, url }), hasScheme: startsWithScheme(page) };
};
