import { codec, jsonForms } from './codecs.js';

const list = { kind: 'list', schema: { type: 'array', items: { type: 'string' } } } as const;

/** One token of a selector: an escape, a quoted text, a comment (even an unclosed one), or one character. */
const tokens = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*(?:.*?\*\/|.*)|./gs;

/** Splits at the commas that lie outside of brackets and quotes, as between the selectors of a list. */
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

const brackets: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
/** A token that is not closed: a quote, a backslash, or a comment without its end. */
const unclosed = /^(?:["'\\]|\/\*(?!.*\*\/$).*)$/s;

/**
 * Whether brackets, quotes and comments are closed. CSS closes an open one only at the end of the list, and gives no
 * error. The open one would include the selectors after it.
 */
const isClosed = (selector: string): boolean => {
  const ends: string[] = [];
  for (const [token] of selector.matchAll(tokens)) {
    const end = brackets[token];
    if (end) ends.push(end);
    else if (unclosed.test(token) || (')]}'.includes(token) && ends.pop() !== token)) return false;
  }
  return ends.length === 0;
};

export interface SelectorLimits {
  max: number;
  /** In characters. */
  maxLength: number;
}

const selectorsIn = (text: string, { max, maxLength }: SelectorLimits): string[] | undefined => {
  const parts = /\p{Cc}/u.test(text) ? [] : splitAtCommas(text);
  const fits = parts.every((part) => part !== '' && part.length <= maxLength && isClosed(part));
  return fits && parts.length > 0 && parts.length <= max ? parts : undefined;
};

const takesSelectors = ({ max, maxLength }: SelectorLimits) =>
  `up to ${max} CSS selectors, separated by commas. Each has up to ${maxLength} characters and closes its brackets and quotes`;

/** CSS selectors, separated by commas; `:is(a, b)` is one. Only the browser can tell whether they parse. */
export const selectors = (limits: SelectorLimits) => {
  const schema = { type: 'string', maxLength: limits.max * (limits.maxLength + 1) };
  const option = codec(takesSelectors(limits), schema, (text) => selectorsIn(text, limits));
  jsonForms.add(option, list);
  return option;
};

export interface Hidden {
  /** Selectors of elements that become invisible and keep their place. */
  hidden: string[];
  /** Selectors of elements that leave the layout. */
  removed: string[];
}

const removing = /^remove:\s*(?=\S)/;

/**
 * Selectors of elements to hide, as `selectors` reads them. From the first one with the prefix `remove:` on, elements
 * leave the layout.
 */
export const hiding = (limits: SelectorLimits) => {
  const schema = { type: 'string', maxLength: limits.max * (limits.maxLength + 1) };
  const option = codec(takesSelectors(limits), schema, (text): Hidden | undefined => {
    const parts = selectorsIn(text, limits);
    if (!parts) return undefined;
    const first = parts.findIndex((part) => removing.test(part));
    const end = first < 0 ? parts.length : first;
    return { hidden: parts.slice(0, end), removed: parts.slice(end).map((part) => part.replace(removing, '')) };
  });
  jsonForms.add(option, list);
  return option;
};

/** Words of a list, in any case, separated by commas. */
export const someOf = <const Words extends readonly [string, ...string[]]>(words: Words) => {
  const schema = { type: 'string', pattern: `^(${words.join('|')})(,(${words.join('|')}))*$` };
  const option = codec(`one or more of ${words.join(', ')}, separated by commas`, schema, (text) => {
    const given = text.split(',').map((word) => word.trim().toLowerCase());
    const known = words.filter((word): word is Words[number] => given.includes(word.toLowerCase()));
    return known.length > 0 && known.length === new Set(given).size ? known : undefined;
  });
  jsonForms.add(option, list);
  return option;
};

/** Chromium's types of requests, except WebSockets: it pauses none of those. */
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

export interface Blocked {
  types: BlockableType[];
  /** URLs, in lower case; `*` is any text. */
  patterns: string[];
}

const maxBlocked = 50;
const maxPattern = 500;

const blockableType = (word: string) => blockableTypes.find((type) => type === word);
const isPattern = (word: string) => word.includes('*') && word.length <= maxPattern && /^[\x21-\x7e]+$/.test(word);

/** Types of requests and patterns of URLs, separated by commas. A pattern has a `*`, so a misspelt type is refused. */
export const blocked = () => {
  const takes = `up to ${maxBlocked} entries, separated by commas. An entry is a URL pattern such as \`*.example.com/*\`, or a request type. The types are ${blockableTypes.join(', ')}`;
  const schema = { type: 'string', maxLength: maxBlocked * (maxPattern + 1) };
  const option = codec(takes, schema, (text): Blocked | undefined => {
    const words = text.split(',').map((word) => word.trim().toLowerCase());
    const types = words.map(blockableType).filter((type) => type !== undefined);
    const patterns = words.filter(isPattern);
    const isKnown = words.length <= maxBlocked && types.length + patterns.length === words.length;
    return isKnown ? { types, patterns } : undefined;
  });
  jsonForms.add(option, list);
  return option;
};
