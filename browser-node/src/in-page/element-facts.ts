import type { Bare } from './bare.js';

export interface ElementFacts {
  tagName: string;
  elementText: string;
  attributes: Record<string, string>;
  visible: boolean;
  /** In CSS pixels of its frame's window. */
  boundingBox: { x: number; y: number; width: number; height: number };
  /** Where it would be clicked: the middle of its first box. */
  point: { x: number; y: number };
}

export interface FactTools {
  bare: Bare;
  isVisible: (element: Element) => boolean;
  shownText: (element: Element) => string;
}

/** Runs in the page. What an element is, as far as somebody who acts on it wants to know. */
export const elementFacts = (element: Element, { bare, isVisible, shownText }: FactTools): ElementFacts => {
  const own = bare(element);
  const mostText = 500;
  const mostAttributes = 50;
  const named = [...own.attributes].slice(0, mostAttributes);
  const { x, y, width, height } = own.getBoundingClientRect();
  // Of a link that is broken into lines, the middle of the whole may be beside it.
  const rects = [...own.getClientRects()];
  const first = rects.find((rect) => rect.width * rect.height > 1) ?? own.getBoundingClientRect();
  return {
    tagName: own.localName,
    elementText: shownText(element).slice(0, mostText),
    attributes: Object.fromEntries(named.map(({ name, value }) => [name, value.slice(0, mostText)])),
    visible: isVisible(element),
    boundingBox: { x, y, width, height },
    point: { x: first.x + first.width / 2, y: first.y + first.height / 2 },
  };
};
