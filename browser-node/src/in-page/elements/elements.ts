import type { DomOf } from '../tree.js';

/** Whether the element has a box and is not hidden. */
export const isVisible = (domOf: DomOf) => {
  const isShown = (element: Element): boolean => {
    const own = domOf(element);
    const style = getComputedStyle(element);
    // The element has no box of its own. Its children do.
    if (style.display === 'contents') return [...own.children].some(isShown) || own.textContent.trim() !== '';
    if (style.visibility !== 'visible' || !own.checkVisibility()) return false;
    const { width, height } = own.getBoundingClientRect();
    return width > 0 && height > 0;
  };
  return isShown;
};

/** The rendered text of an element, in lines. */
export const shownText =
  (domOf: DomOf) =>
  (element: Element): string => {
    const own = domOf(element);
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count, and the layout makes the lines
    return ((own as Partial<HTMLElement>).innerText ?? own.textContent).trim();
  };

/** Scrolls an element into view and returns its box; in a child frame, the visible part. */
export const shownBox = (element: Element): { x: number; y: number; width: number; height: number } => {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  if (window === top) return { x, y, width, height };
  const left = Math.max(x, 0);
  const right = Math.min(x + width, innerWidth);
  const above = Math.max(y, 0);
  const below = Math.min(y + height, innerHeight);
  return { x: left, y: above, width: right - left, height: below - above };
};

export interface ElementFacts {
  tagName: string;
  elementText: string;
  attributes: Record<string, string>;
  visible: boolean;
  /** In CSS pixels of its frame's window. */
  boundingBox: { x: number; y: number; width: number; height: number };
  /** Where a click lands: the middle of its first box. */
  point: { x: number; y: number };
}

export interface FactTools {
  domOf: DomOf;
  isVisible: (element: Element) => boolean;
  shownText: (element: Element) => string;
}

export const elementFacts = (element: Element, { domOf, isVisible, shownText }: FactTools): ElementFacts => {
  const own = domOf(element);
  const maxText = 500;
  const maxAttributes = 50;
  const named = [...own.attributes].slice(0, maxAttributes);
  const { x, y, width, height } = own.getBoundingClientRect();
  // A link may wrap: the middle of its bounding box may lie beside its text.
  const rects = [...own.getClientRects()];
  const first = rects.find((rect) => rect.width * rect.height > 1) ?? own.getBoundingClientRect();
  return {
    tagName: own.localName,
    elementText: shownText(element).slice(0, maxText),
    attributes: Object.fromEntries(named.map(({ name, value }) => [name, value.slice(0, maxText)])),
    visible: isVisible(element),
    boundingBox: { x, y, width, height },
    point: { x: first.x + first.width / 2, y: first.y + first.height / 2 },
  };
};

/**
 * Gives each element of this document one number for ever. Documents share one sequence: the caller passes the next
 * free number.
 */
export const elementRefs = () => {
  const numbers = new WeakMap<Element, number>();
  const elements = new Map<number, WeakRef<Element>>();
  let next = 1;
  return {
    startFrom: (number: number) => {
      next = number;
    },
    next: () => next,
    refOf: (element: Element): string => {
      const number = numbers.get(element) ?? next;
      if (!numbers.has(element)) {
        next += 1;
        numbers.set(element, number);
        elements.set(number, new WeakRef(element));
      }
      return `e${number}`;
    },
    /** Undefined if the element has left the document. */
    find: (ref: string): Element | undefined => {
      const element = elements.get(Number(ref.slice(1)))?.deref();
      return element?.isConnected ? element : undefined;
    },
  };
};
