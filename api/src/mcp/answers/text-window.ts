import { TintypeError } from '@tintype/contracts';
import type { ToolArguments } from '../tool.js';

/** About 5,000 tokens of English. */
const usualChars = 20_000;
const mostChars = 200_000;

/** The part of a long text that a call asks for. */
export interface TextWindow {
  offset: number;
  maxChars: number;
}

/** JSON schemas of the arguments `offset` and `maxChars`. Both count UTF-16 code units. */
export const windowProperties = {
  offset: {
    type: 'integer',
    minimum: 0,
    default: 0,
    description: 'First character of the text to return. Above 0, `fresh` is ignored.',
  },
  maxChars: {
    type: 'integer',
    minimum: 1,
    maximum: mostChars,
    default: usualChars,
    description: 'Longest text to return; 4 characters are about 1 token.',
  },
};

const wholeNumber = (args: ToolArguments, name: 'offset' | 'maxChars', most: number): number => {
  const { default: usual, minimum } = windowProperties[name];
  const value = args[name] ?? usual;
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= minimum) return Math.min(number, most);
  throw new TintypeError('invalid_option', `The argument \`${name}\` takes a whole number, ${minimum} or more.`);
};

/** The window that the arguments name. A `maxChars` above 200,000 counts as 200,000. Throws `invalid_option`. */
export const windowIn = (args: ToolArguments): TextWindow => ({
  offset: wholeNumber(args, 'offset', Number.MAX_SAFE_INTEGER),
  maxChars: wholeNumber(args, 'maxChars', mostChars),
});

const isInsideCharacter = (text: string, at: number) =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));

export interface WindowedText {
  text: string;
  totalChars: number;
  /** Null at the end of the text. */
  nextOffset: number | null;
}

/** Returns `at`, or the start of the character that a cut at `at` would split. */
const beforeCharacter = (text: string, at: number): number => (isInsideCharacter(text, at) ? at - 1 : at);

/** The window of a text. A character of 2 code units is never split, so a window of 1 code unit may get 2. */
export const windowOf = (text: string, { offset, maxChars }: TextWindow): WindowedText => {
  const start = beforeCharacter(text, Math.min(offset, text.length));
  const limit = Math.min(start + maxChars, text.length);
  const cut = Math.max(beforeCharacter(text, limit), Math.min(start + 1, text.length));
  const end = isInsideCharacter(text, cut) ? cut + 1 : cut;
  return { text: text.slice(start, end), totalChars: text.length, nextOffset: end < text.length ? end : null };
};

/** The window of a text, halved until its JSON has at most `maxJsonBytes`. One character is never cut. */
export const windowWithin = (text: string, window: TextWindow, maxJsonBytes: number): WindowedText => {
  const part = windowOf(text, window);
  if (Buffer.byteLength(JSON.stringify(part.text)) <= maxJsonBytes || part.text.length < 2) return part;
  return windowWithin(text, { ...window, maxChars: Math.ceil(part.text.length / 2) }, maxJsonBytes);
};

/** The part as a model reads it; `textless` replaces an empty text. */
export const shownText = ({ text, totalChars }: WindowedText, textless = 'The page has no text.'): string => {
  if (text !== '') return text;
  return totalChars === 0 ? textless : `[The text ends at character ${totalChars}: use a smaller offset.]`;
};

/** Tells a model how to get the next part. `prefix` is what precedes `offset`. Undefined at the end of the text. */
export const howToReadOn = ({ nextOffset, totalChars }: WindowedText, prefix: string): string | undefined =>
  nextOffset === null
    ? undefined
    : `[The text continues at character ${nextOffset} of ${totalChars}. To read on, repeat the call with ${prefix}offset=${nextOffset}.]`;
