import { codec, jsonForms } from './codecs.js';

const listForm = { kind: 'list', schema: { type: 'array', items: { type: 'string' } } } as const;

/** Matches each token of a selector: an escape, a quoted text, a comment (closed or not), or one character. */
const tokens = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*(?:.*?\*\/|.*)|./gs;

/** Splits a list of selectors at its commas, except those in brackets, quotes and comments. Trims the parts. */
export const splitAtCommas = (text: string): string[] => {
  const parts = [''];
  let depth = 0;
  for (const [token] of text.matchAll(tokens)) {
    if ('([{'.includes(token)) depth += 1;
    else if (')]}'.includes(token)) depth = Math.max(depth - 1, 0);
    if (token === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + token);
  }
  return parts.map((part) => part.trim());
};

const closingBrackets: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
/** Matches a token that is not closed: a quote, a backslash, or a comment without its end. */
const unclosedToken = /^(?:["'\\]|\/\*(?!.*\*\/$).*)$/s;

/**
 * Whether the selector's brackets, quotes and comments are closed. CSS closes an open part only at the end of the list,
 * without an error. That part would include the selectors after it.
 */
const isClosed = (selector: string): boolean => {
  const ends: string[] = [];
  for (const [token] of selector.matchAll(tokens)) {
    const end = closingBrackets[token];
    if (end) ends.push(end);
    else if (unclosedToken.test(token) || (')]}'.includes(token) && ends.pop() !== token)) return false;
  }
  return ends.length === 0;
};

export interface SelectorLimits {
  /** The most selectors. */
  max: number;
  /** The most characters of each selector. */
  maxLength: number;
}

const selectorsIn = (text: string, { max, maxLength }: SelectorLimits): string[] | undefined => {
  const parts = /\p{Cc}/u.test(text) ? [] : splitAtCommas(text);
  const areValid = parts.every((part) => part !== '' && part.length <= maxLength && isClosed(part));
  return areValid && parts.length > 0 && parts.length <= max ? parts : undefined;
};

const takesSelectors = ({ max, maxLength }: SelectorLimits) =>
  `up to ${max} CSS selectors, separated by commas. Each has up to ${maxLength} characters and closes its brackets and quotes`;

/** Reads CSS selectors, separated by commas. `:is(a, b)` is one. Only the browser can check their grammar. */
export const selectors = (limits: SelectorLimits) => {
  const schema = { type: 'string', maxLength: limits.max * (limits.maxLength + 1) };
  const option = codec(takesSelectors(limits), schema, (text) => selectorsIn(text, limits));
  jsonForms.add(option, listForm);
  return option;
};

export interface HiddenSelectors {
  /** Selectors of elements that become invisible and keep their place. */
  hidden: string[];
  /** Selectors of elements that leave the layout. */
  removed: string[];
}

const removePrefix = /^remove:\s*(?=\S)/;

/**
 * Reads selectors of elements to hide, like `selectors`. Elements of the first selector with the prefix `remove:`, and of
 * all selectors after it, leave the layout.
 */
export const hiddenSelectors = (limits: SelectorLimits) => {
  const schema = { type: 'string', maxLength: limits.max * (limits.maxLength + 1) };
  const option = codec(takesSelectors(limits), schema, (text): HiddenSelectors | undefined => {
    const parts = selectorsIn(text, limits);
    if (!parts) return undefined;
    const firstRemoved = parts.findIndex((part) => removePrefix.test(part));
    const hiddenCount = firstRemoved < 0 ? parts.length : firstRemoved;
    return {
      hidden: parts.slice(0, hiddenCount),
      removed: parts.slice(hiddenCount).map((part) => part.replace(removePrefix, '')),
    };
  });
  jsonForms.add(option, listForm);
  return option;
};

/** Reads one or more of the words, separated by commas, in upper or lower case. Returns them in the order of `words`. */
export const someOf = <const Words extends readonly [string, ...string[]]>(words: Words) => {
  const schema = { type: 'string', pattern: `^(${words.join('|')})(,(${words.join('|')}))*$` };
  const option = codec(`one or more of ${words.join(', ')}, separated by commas`, schema, (text) => {
    const given = text.split(',').map((word) => word.trim().toLowerCase());
    const known = words.filter((word): word is Words[number] => given.includes(word.toLowerCase()));
    return known.length > 0 && known.length === new Set(given).size ? known : undefined;
  });
  jsonForms.add(option, listForm);
  return option;
};

/** Chromium's request types in lower case. WebSocket is not among them, because Chromium pauses no WebSockets. */
export const blockableTypes = [
  'document',
  'stylesheet',
  'image',
  'media',
  'font',
  'script',
  'texttrack',
  'xhr',
  'fetch',
  'eventsource',
  'manifest',
  'ping',
  'other',
] as const;

export type BlockableType = (typeof blockableTypes)[number];

export interface BlockedRequests {
  types: BlockableType[];
  /** Patterns of URLs, in lower case. `*` stands for any text. */
  patterns: string[];
}

const maxEntries = 50;
/** In characters. */
const maxPatternLength = 500;

const blockableType = (word: string) => blockableTypes.find((type) => type === word);
const isPattern = (word: string) =>
  word.includes('*') && word.length <= maxPatternLength && /^[\x21-\x7e]+$/.test(word);

/** Reads request types and URL patterns, separated by commas. Each pattern has a `*`, so a misspelt type is refused. */
export const blockedRequests = () => {
  const takes = `up to ${maxEntries} entries, separated by commas. An entry is a URL pattern such as \`*.example.com/*\`, or a request type. The types are ${blockableTypes.join(', ')}`;
  const schema = { type: 'string', maxLength: maxEntries * (maxPatternLength + 1) };
  const option = codec(takes, schema, (text): BlockedRequests | undefined => {
    const words = text.split(',').map((word) => word.trim().toLowerCase());
    const types = words.map(blockableType).filter((type) => type !== undefined);
    const patterns = words.filter(isPattern);
    const areAllValid = words.length <= maxEntries && types.length + patterns.length === words.length;
    return areAllValid ? { types, patterns } : undefined;
  });
  jsonForms.add(option, listForm);
  return option;
};
