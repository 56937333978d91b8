import type { Bare } from './tree.js';

/** Runs in the page. Whether a person could see an element, somewhere on the page: it has a box and is not hidden. */
export const isVisible = (bare: Bare) => {
  const isShown = (element: Element): boolean => {
    const own = bare(element);
    const style = getComputedStyle(element);
    // It has no box of its own: what it holds has.
    if (style.display === 'contents') return [...own.children].some(isShown) || own.textContent.trim() !== '';
    if (style.visibility !== 'visible' || !own.checkVisibility()) return false;
    const { width, height } = own.getBoundingClientRect();
    return width > 0 && height > 0;
  };
  return isShown;
};

/** Runs in the page. The text of an element as it is shown, in lines. */
export const shownText =
  (bare: Bare) =>
  (element: Element): string => {
    const own = bare(element);
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden, and how it is laid out, is what counts
    return ((own as Partial<HTMLElement>).innerText ?? own.textContent).trim();
  };

/**
 * Runs in the page. Brings an element into view, and answers its box in the window of its frame; of one in a frame inside of
 * the page, what of it is shown there.
 */
export const shownBox = (element: Element): { x: number; y: number; width: number; height: number } => {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  if (window === top) return { x, y, width, height };
  const [left, right] = [Math.max(x, 0), Math.min(x + width, innerWidth)];
  const [above, below] = [Math.max(y, 0), Math.min(y + height, innerHeight)];
  return { x: left, y: above, width: right - left, height: below - above };
};

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

/**
 * Runs in the page. What elements of this document are called: a number each, which it keeps as long as it lives, and
 * which no other gets. Whoever gives numbers says from which on, and has given none from there on yet: other documents have theirs.
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
    /** Undefined for one that is not there, or not any more. */
    find: (ref: string): Element | undefined => {
      const element = elements.get(Number(ref.slice(1)))?.deref();
      return element?.isConnected ? element : undefined;
    },
  };
};
