import type { DomOf } from '../tree.js';

interface Span {
  from: number;
  to: number;
}

interface Scrollers {
  /** The document's scroller. */
  page: Element;
  /** A wheel can scroll the element in this direction or back. */
  isScrollable: (element: Element) => boolean;
  /** The element scrolls and is not the document. */
  isScrollablePart: (element: Element) => boolean;
  canScrollFurther: (element: Element) => boolean;
  /** The element and its ancestors, across open shadow trees. */
  withAncestors: (element: Element | null) => Element[];
}

interface ScrollerTools {
  domOf: DomOf;
  outerOf: (node: Node) => Node | null;
}

export const scrollers = (deltaX: number, deltaY: number, { domOf, outerOf }: ScrollerTools): Scrollers => {
  const { documentElement, scrollingElement, body } = domOf(document);
  // The document's overflow applies to the window, else the body's.
  const isOverflowVisible = getComputedStyle(documentElement).overflowX === 'visible';
  const overflowOwner = isOverflowVisible && body ? body : documentElement;
  const isWindow = (element: Element) => [scrollingElement, documentElement, overflowOwner].includes(element);
  const page = scrollingElement ?? documentElement;

  // Reversed layouts scroll to negative offsets.
  const span = (room: number, isBackwards: boolean): Span =>
    isBackwards ? { from: -room, to: 0 } : { from: 0, to: room };
  const spansOf = (element: Element): [across: Span, down: Span] => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = domOf(element);
    const { display, flexDirection, direction } = getComputedStyle(element);
    const flex = display.endsWith('flex') ? flexDirection : '';
    return [
      span(scrollWidth - clientWidth, (direction === 'rtl') !== (flex === 'row-reverse')),
      span(scrollHeight - clientHeight, flex === 'column-reverse'),
    ];
  };
  const isDirection = (delta: number) => delta !== 0 || (deltaX === 0 && deltaY === 0);
  const canMove = ({ from, to }: Span) => to - from > 1;
  const isPast = (delta: number, at: number, { from, to }: Span) =>
    delta > 0 ? at >= to - 1 : delta === 0 || at <= from + 1;
  const isScrollable = (element: Element) => {
    const { overflowX, overflowY } = getComputedStyle(isWindow(element) ? overflowOwner : element);
    const scrolls = isWindow(element) ? /auto|scroll|visible/ : /auto|scroll/;
    const [across, down] = spansOf(element);
    const scrollsAcross = isDirection(deltaX) && canMove(across) && scrolls.test(overflowX);
    return scrollsAcross || (isDirection(deltaY) && canMove(down) && scrolls.test(overflowY));
  };
  return {
    page,
    isScrollable,
    isScrollablePart: (element) => !isWindow(element) && isScrollable(element),
    withAncestors: (element) => {
      const outer: Element[] = [];
      for (let node: Node | null = element; node; node = outerOf(node)) if (node instanceof Element) outer.push(node);
      return outer;
    },
    canScrollFurther: (element) => {
      const { scrollLeft, scrollTop } = domOf(element);
      const [across, down] = spansOf(element);
      return !(isPast(deltaX, scrollLeft, across) && isPast(deltaY, scrollTop, down));
    },
  };
};

export interface Scrolled {
  scrollX: number;
  scrollY: number;
  atEnd: boolean;
}

export interface ScrollQuestion {
  deltaX: number;
  deltaY: number;
  /** The wheel's place in its frame's window; null for the largest scrollable part. */
  at: { x: number; y: number } | null;
  /** A box with fewer pixels counts as small. */
  minArea: number;
}

export interface WheelTurn extends Scrolled {
  hasMoved: boolean;
}

interface ScrollTools extends ScrollerTools {
  scrollers: (deltaX: number, deltaY: number, tools: ScrollerTools) => Scrollers;
  elementAt: (x: number, y: number) => Element | null;
  deepQuery: (root: ParentNode, selector: string) => Element[];
}

/**
 * Scrolls what a wheel would scroll at a point. That is the innermost part that is large or in a fixed box. Prefers
 * parts that can scroll further. Null without such a part. Without a point: the largest part that scrolls, else the document.
 */
export const scrollPage = (question: ScrollQuestion, tools: ScrollTools): WheelTurn | null => {
  const { deltaX, deltaY, at, minArea } = question;
  const { domOf, elementAt, deepQuery } = tools;
  // An empty document has no root.
  if (!domOf(document).documentElement) return null;
  const { page, isScrollablePart, isScrollable, canScrollFurther, withAncestors } = tools.scrollers(
    deltaX,
    deltaY,
    tools,
  );
  const areaOf = (element: Element) => domOf(element).clientWidth * domOf(element).clientHeight;

  const scrollerAt = (x: number, y: number): Element | undefined => {
    const outer = withAncestors(elementAt(x, y));
    const lastOver = outer.findLastIndex((element) => getComputedStyle(element).position === 'fixed');
    const isLarge = (element: Element, index: number) => index <= lastOver || areaOf(element) >= minArea;
    const there = outer.filter((element, index) => isScrollablePart(element) && isLarge(element, index));
    if (isScrollable(page) && areaOf(page) >= minArea) there.push(page);
    return there.find(canScrollFurther) ?? there[0];
  };
  const largest = () =>
    deepQuery(domOf(document), '*')
      .filter(isScrollablePart)
      .toSorted((one, other) => areaOf(other) - areaOf(one))[0];

  const scroller = at ? scrollerAt(at.x, at.y) : (largest() ?? page);
  if (!scroller) return null;
  const hasMoved = canScrollFurther(scroller);
  domOf(scroller).scrollBy({ left: deltaX, top: deltaY, behavior: 'instant' });
  const { scrollLeft, scrollTop } = domOf(scroller);
  return { scrollX: scrollLeft, scrollY: scrollTop, atEnd: !canScrollFurther(scroller), hasMoved };
};

interface ScrollToTools extends ScrollerTools {
  scrollers: (deltaX: number, deltaY: number, tools: ScrollerTools) => Scrollers;
}

/** Centres an element. Returns the position of its vertical scroller, and whether the scroller is at its end. */
export const scrollToElement = (element: Element, tools: ScrollToTools): Scrolled => {
  const { domOf, scrollers } = tools;
  const { page, isScrollablePart, canScrollFurther, withAncestors } = scrollers(0, 1, tools);
  domOf(element).scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const scroller = withAncestors(element).slice(1).find(isScrollablePart) ?? page;
  const { scrollLeft, scrollTop } = domOf(scroller);
  return { scrollX: scrollLeft, scrollY: scrollTop, atEnd: !canScrollFurther(scroller) };
};
