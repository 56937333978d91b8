import type { DomOf } from '../tree.js';

export interface ElementQuery {
  selector: string;
  fields: readonly string[];
  attributes: readonly string[];
  limit: number;
  visibleOnly: boolean;
  /** The most characters of JSON in the answer. */
  maxLength: number;
}

type Value = string | boolean | null | { x: number; y: number; width: number; height: number };

export interface QueriedElements {
  /** The number of matches, also of those above the limit. */
  count: number;
  elements: ({ attributes: Record<string, string | null> } & Record<string, unknown>)[];
  /** Characters of JSON. */
  length: number;
  tooLarge: boolean;
}

interface QueryTools {
  domOf: DomOf;
  deepQuery: (root: ParentNode, selector: string) => Element[];
  isVisible: (element: Element) => boolean;
  roleOf: (element: Element) => string;
  shownText: (element: Element) => string;
  plainValue: (field: Element) => unknown;
}

/** Reads the matches in document order. Throws if the selector does not parse. */
export const queryElements = (query: ElementQuery, tools: QueryTools): QueriedElements => {
  const { domOf, deepQuery, isVisible, roleOf, shownText, plainValue } = tools;
  const { fields, attributes, limit, visibleOnly, maxLength } = query;

  const plain = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const boxOf = (element: Element) => {
    const { x, y, width, height } = domOf(element).getBoundingClientRect();
    return { x, y, width, height };
  };
  const readers: Record<string, (element: Element) => Value> = {
    text: shownText,
    html: (element) => domOf(element).outerHTML,
    // Absolute, as the browser resolves it.
    href: (element) => plain(domOf(element as HTMLAnchorElement).href) ?? domOf(element).getAttribute('href'),
    src: (element) => plain(domOf(element as HTMLImageElement).src) ?? domOf(element).getAttribute('src'),
    alt: (element) => domOf(element).getAttribute('alt'),
    title: (element) => domOf(element).getAttribute('title'),
    value: (element) => plain(plainValue(element)) ?? domOf(element).getAttribute('value'),
    name: (element) => domOf(element).getAttribute('name'),
    id: (element) => domOf(element).getAttribute('id'),
    className: (element) => domOf(element).getAttribute('class'),
    tag: (element) => domOf(element).localName,
    role: (element) => roleOf(element) || null,
    ariaLabel: (element) => domOf(element).getAttribute('aria-label'),
    visible: isVisible,
    bbox: boxOf,
  };
  const read = (element: Element) => ({
    ...Object.fromEntries(fields.map((field) => [field, readers[field]?.(element) ?? null])),
    attributes: Object.fromEntries(attributes.map((name) => [name, domOf(element).getAttribute(name)])),
  });

  const matches = deepQuery(domOf(document), query.selector);
  const wanted = visibleOnly ? matches.filter(isVisible) : matches;
  const answer: QueriedElements = { count: wanted.length, elements: [], length: 0, tooLarge: false };
  for (const element of wanted.slice(0, limit)) {
    const found = read(element);
    answer.length += JSON.stringify(found).length;
    if (answer.length > maxLength) return { ...answer, tooLarge: true };
    answer.elements.push(found);
  }
  return answer;
};

export interface NearMatch {
  ref: string;
  tagName: string;
  text: string;
  attributes: Record<string, string>;
}

interface NearTools {
  domOf: DomOf;
  deepQuery: (root: ParentNode, selector: string) => Element[];
  isVisible: (element: Element) => boolean;
  shownText: (element: Element) => string;
  refOf: (element: Element) => string;
}

/**
 * Up to 5 elements with words like those of a selector that matches nothing. The text of a field includes its labels.
 */
export const nearMatches = (
  selector: string,
  { domOf, deepQuery, isVisible, shownText, refOf }: NearTools,
): NearMatch[] => {
  const maxMatches = 5;
  const maxCandidates = 2000;
  const minSimilarity = 0.35;
  const names = ['id', 'class', 'name', 'type', 'placeholder', 'aria-label', 'title', 'data-testid', 'href', 'role'];
  const candidates =
    'a, button, input, select, textarea, summary, label, [id], [role], [onclick], [tabindex], [data-testid]';

  const wordsOf = (text: string) =>
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const pairsOf = (word: string) => new Set(Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2)));
  const similarityOf = (one: Set<string>, other: Set<string>) => {
    const shared = [...one].filter((pair) => other.has(pair)).length;
    return (2 * shared) / (one.size + other.size);
  };
  const wanted = wordsOf(selector).slice(0, 20).map(pairsOf);

  const labelsOf = (element: Element) => [...(domOf(element as HTMLInputElement).labels ?? [])];
  const textOf = (element: Element) => [element, ...labelsOf(element)].map(shownText).join(' ').trim().slice(0, 100);
  const attributesOf = (element: Element) =>
    Object.fromEntries(
      names
        .map((name) => [name, domOf(element).getAttribute(name)?.slice(0, 100)] as const)
        .filter((entry): entry is [string, string] => Boolean(entry[1])),
    );
  const scoreOf = (element: Element) => {
    const own = `${domOf(element).localName} ${Object.values(attributesOf(element)).join(' ')} ${textOf(element)}`;
    const words = wordsOf(own).slice(0, 40).map(pairsOf);
    const best = (pairs: Set<string>) => Math.max(0, ...words.map((each) => similarityOf(pairs, each)));
    return wanted.reduce((sum, pairs) => sum + best(pairs), 0) / (wanted.length || 1);
  };
  const matchOf = (element: Element): NearMatch => {
    const text = textOf(element);
    return { ref: refOf(element), tagName: domOf(element).localName, text, attributes: attributesOf(element) };
  };
  return deepQuery(domOf(document), candidates)
    .slice(0, maxCandidates)
    .filter(isVisible)
    .map((element) => ({ element, score: scoreOf(element) }))
    .filter(({ score }) => score >= minSimilarity)
    .sort((one, other) => other.score - one.score)
    .slice(0, maxMatches)
    .map(({ element }) => matchOf(element));
};
