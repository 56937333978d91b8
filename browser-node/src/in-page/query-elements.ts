import type { Bare } from './bare.js';

export interface ElementQuery {
  selector: string;
  fields: readonly string[];
  attributes: readonly string[];
  limit: number;
  visibleOnly: boolean;
  /** What the answer may weigh, in characters. */
  mostLength: number;
}

type Value = string | boolean | null | { x: number; y: number; width: number; height: number };

export interface QueriedElements {
  count: number;
  elements: ({ attributes: Record<string, string | null> } & Record<string, unknown>)[];
  /** What they weigh, in characters. */
  length: number;
  /** There is more of them than fits. */
  tooLarge: boolean;
}

export interface QueryTools {
  bare: Bare;
  deepQuery: (root: ParentNode, selector: string) => Element[];
  isVisible: (element: Element) => boolean;
  roleOf: (element: Element) => string;
  shownText: (element: Element) => string;
  plainValue: (field: Element) => unknown;
}

/** Runs in the page. What is asked of the elements that match, in their order. Throws for a selector that does not parse. */
export const queryElements = (query: ElementQuery, tools: QueryTools): QueriedElements => {
  const { bare, deepQuery, isVisible, roleOf, shownText, plainValue } = tools;
  const { fields, attributes, limit, visibleOnly, mostLength } = query;

  const plain = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const boxOf = (element: Element) => {
    const { x, y, width, height } = bare(element).getBoundingClientRect();
    return { x, y, width, height };
  };
  const readers: Record<string, (element: Element) => Value> = {
    text: shownText,
    html: (element) => bare(element).outerHTML,
    // Absolute, as the browser would follow it.
    href: (element) => plain(bare(element as HTMLAnchorElement).href) ?? bare(element).getAttribute('href'),
    src: (element) => plain(bare(element as HTMLImageElement).src) ?? bare(element).getAttribute('src'),
    alt: (element) => bare(element).getAttribute('alt'),
    title: (element) => bare(element).getAttribute('title'),
    value: (element) => plain(plainValue(element)) ?? bare(element).getAttribute('value'),
    name: (element) => bare(element).getAttribute('name'),
    id: (element) => bare(element).getAttribute('id'),
    className: (element) => bare(element).getAttribute('class'),
    tag: (element) => bare(element).localName,
    role: (element) => roleOf(element) || null,
    ariaLabel: (element) => bare(element).getAttribute('aria-label'),
    visible: isVisible,
    bbox: boxOf,
  };
  const read = (element: Element) => ({
    ...Object.fromEntries(fields.map((field) => [field, readers[field]?.(element) ?? null])),
    attributes: Object.fromEntries(attributes.map((name) => [name, bare(element).getAttribute(name)])),
  });

  const matches = deepQuery(bare(document), query.selector);
  const wanted = visibleOnly ? matches.filter(isVisible) : matches;
  const answer: QueriedElements = { count: wanted.length, elements: [], length: 0, tooLarge: false };
  for (const element of wanted.slice(0, limit)) {
    const found = read(element);
    answer.length += JSON.stringify(found).length;
    if (answer.length > mostLength) return { ...answer, tooLarge: true };
    answer.elements.push(found);
  }
  return answer;
};
