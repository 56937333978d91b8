import { didYouMean, pairsOfJson, shownName, TintypeError } from '@tintype/contracts';
import { propertyOf, shapeOf } from '../../render/order/option-properties.js';

/** What a person asked for in the text behind the command. */
export type SlackRequest =
  | { kind: 'help' }
  | { kind: 'connect'; code: string }
  /** Decoded pairs of a query, `url` among them. */
  | { kind: 'capture'; pairs: Record<string, string> };

/** Phones and desktops turn quotes into these. */
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

const isSpace = (letter: string) => /\s/u.test(letter);

/** The part of a word that begins with a quote, and the place behind its closing quote. */
const quotedAt = (text: string, at: number): { part: string; end: number } => {
  const closing = closingQuotes[text[at] as string] as string;
  for (let end = at + 1; end < text.length; end += 1)
    if (closing.includes(text[end] as string)) return { part: text.slice(at + 1, end), end: end + 1 };
  throw new TintypeError('invalid_option', `A quote is not closed: ${shownName(text.slice(at))}`);
};

/** A quote counts at the beginning of a word, and behind its `=`. */
const wordAt = (text: string, from: number): { word: string; end: number } => {
  let word = '';
  let at = from;
  while (at < text.length && !isSpace(text[at] as string)) {
    const isQuote = (text[at] as string) in closingQuotes && (word === '' || /^[A-Za-z0-9]+=$/.test(word));
    const { part, end } = isQuote ? quotedAt(text, at) : { part: text[at] as string, end: at + 1 };
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

const letters: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Slack writes links as `<url>` or `<url|label>`, and escapes three letters. */
const plain = (text: string): string =>
  text
    .replace(/<(https?:[^|>]*)(?:\|[^>]*)?>/g, '$1')
    .replace(/<mailto:[^|>]*\|([^>]*)>/g, '$1')
    .replace(/&(?:amp|lt|gt);/g, (letter) => letters[letter] as string);

/** People write `example.com`. */
const asUrl = (word: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(word) ? word : `https://${word}`);

const isFlag = (name: string): boolean => {
  const schema = shapeOf('image')[name];
  return schema !== undefined && propertyOf(schema).type === 'boolean';
};

const names = Object.keys(shapeOf('image'));

const readOption = (word: string): [name: string, value: string] => {
  const equals = word.indexOf('=');
  if (equals === -1 && isFlag(word)) return [word, 'true'];
  const name = equals === -1 ? word : word.slice(0, equals);
  if (name === '')
    throw new TintypeError('invalid_option', 'Write options without spaces around `=`, such as full=true.');
  if (/^https?:\/\//.test(word)) throw new TintypeError('invalid_option', 'The command takes one page.');
  if (!names.includes(name))
    throw new TintypeError('invalid_option', `There is no option \`${shownName(name)}\`.${didYouMean(name, names)}`);
  if (equals === -1) throw new TintypeError('invalid_option', `The option \`${name}\` has no value: write ${name}=…`);
  return [name, word.slice(equals + 1)];
};

const readOptions = (words: readonly string[]): Record<string, string> => {
  const options: Record<string, string> = {};
  for (const [name, value] of words.map(readOption)) {
    if (name in options) throw new TintypeError('invalid_option', `The option \`${name}\` is there twice.`);
    options[name] = value;
  }
  return options;
};

/**
 * `<url> [name=value] …`, `connect <code>` or `help`; an option that is true or false may stand alone. Throws
 * `invalid_option`.
 */
export const readCommandText = (text: string): SlackRequest => {
  const [first = '', ...rest] = wordsOf(plain(text));
  if (first === '' || (/^help$/i.test(first) && rest.length === 0)) return { kind: 'help' };
  if (first === 'connect') return { kind: 'connect', code: rest[0] ?? '' };
  const isOption = names.includes(first.split('=')[0] as string);
  const [url, options] = isOption ? ['', [first, ...rest]] : [asUrl(first), rest];
  const { url: named, ...more } = readOptions(options);
  if (url && named)
    throw new TintypeError('invalid_option', 'The page is there twice: as the first word and as `url`.');
  return { kind: 'capture', pairs: pairsOfJson({ ...more, url: url || (named ? asUrl(named) : '') }) };
};
