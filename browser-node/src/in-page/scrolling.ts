import type { Bare } from './tree.js';

interface Span {
  from: number;
  to: number;
}

export interface Scrollers {
  /** The document, which scrolls with the window. */
  page: Element;
  /** Whether a person with a wheel can scroll it that way, or back. */
  isScrolledByHand: (element: Element) => boolean;
  /** Whether a part of the page is, that is not the document itself. */
  isPart: (element: Element) => boolean;
  /** It goes further that way. */
  goesFurther: (element: Element) => boolean;
  /** An element and what it lies in, out of open shadow trees too. */
  outward: (element: Element | null) => Element[];
}

export interface ScrollerTools {
  bare: Bare;
  outerOf: (node: Node) => Node | null;
}

/** Runs in the page. What scrolls in it by so much, as far as its layout says. */
export const scrollers = (deltaX: number, deltaY: number, { bare, outerOf }: ScrollerTools): Scrollers => {
  const { documentElement, scrollingElement, body } = bare(document);
  // The window scrolls as the document says, or where that says nothing, its body.
  const saysNothing = getComputedStyle(documentElement).overflowX === 'visible';
  const says = saysNothing && body ? body : documentElement;
  const isWindow = (element: Element) => [scrollingElement, documentElement, says].includes(element);
  const page = scrollingElement ?? documentElement;

  // To the left and upwards of 0, where it is written or laid out that way.
  const span = (room: number, isBackwards: boolean): Span =>
    isBackwards ? { from: -room, to: 0 } : { from: 0, to: room };
  const spansOf = (element: Element): [across: Span, down: Span] => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = bare(element);
    const { display, flexDirection, direction } = getComputedStyle(element);
    const flex = display.endsWith('flex') ? flexDirection : '';
    return [
      span(scrollWidth - clientWidth, (direction === 'rtl') !== (flex === 'row-reverse')),
      span(scrollHeight - clientHeight, flex === 'column-reverse'),
    ];
  };
  const isAsked = (delta: number) => delta !== 0 || (deltaX === 0 && deltaY === 0);
  const hasRoom = ({ from, to }: Span) => to - from > 1;
  const isPast = (delta: number, at: number, { from, to }: Span) =>
    delta > 0 ? at >= to - 1 : delta === 0 || at <= from + 1;
  const isScrolledByHand = (element: Element) => {
    const { overflowX, overflowY } = getComputedStyle(isWindow(element) ? says : element);
    const scrolls = isWindow(element) ? /auto|scroll|visible/ : /auto|scroll/;
    const [across, down] = spansOf(element);
    const scrollsAcross = isAsked(deltaX) && hasRoom(across) && scrolls.test(overflowX);
    return scrollsAcross || (isAsked(deltaY) && hasRoom(down) && scrolls.test(overflowY));
  };
  return {
    page,
    isScrolledByHand,
    isPart: (element) => !isWindow(element) && isScrolledByHand(element),
    outward: (element) => {
      const outer: Element[] = [];
      for (let node: Node | null = element; node; node = outerOf(node)) if (node instanceof Element) outer.push(node);
      return outer;
    },
    goesFurther: (element) => {
      const { scrollLeft, scrollTop } = bare(element);
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
  /** Where in the window of its frame a wheel would turn; null for the largest part, wherever it is. */
  at: { x: number; y: number } | null;
  /** So many pixels are more than a small box on a page. */
  least: number;
}

export interface WheelTurn extends Scrolled {
  hasMoved: boolean;
}

export interface ScrollTools extends ScrollerTools {
  scrollers: (deltaX: number, deltaY: number, tools: ScrollerTools) => Scrollers;
  elementAt: (x: number, y: number) => Element | null;
  deepQuery: (root: ParentNode, selector: string) => Element[];
}

/**
 * Runs in the page. Scrolls what a wheel would scroll at a point: of what lies around it the innermost that goes further that
 * way, and is large or lies over the page. Null where nothing there scrolls. Without a point it is the largest part that
 * scrolls, or the document, even one that cannot be scrolled by hand.
 */
export const scrollPage = (question: ScrollQuestion, tools: ScrollTools): WheelTurn | null => {
  const { deltaX, deltaY, at, least } = question;
  const { bare, elementAt, deepQuery } = tools;
  // An empty document has none.
  if (!bare(document).documentElement) return null;
  const { page, isPart, isScrolledByHand, goesFurther, outward } = tools.scrollers(deltaX, deltaY, tools);
  const areaOf = (element: Element) => bare(element).clientWidth * bare(element).clientHeight;

  const scrollerAt = (x: number, y: number): Element | undefined => {
    const outer = outward(elementAt(x, y));
    const lastOver = outer.findLastIndex((element) => getComputedStyle(element).position === 'fixed');
    const isLarge = (element: Element, index: number) => index <= lastOver || areaOf(element) >= least;
    const there = outer.filter((element, index) => isPart(element) && isLarge(element, index));
    if (isScrolledByHand(page) && areaOf(page) >= least) there.push(page);
    return there.find(goesFurther) ?? there[0];
  };
  const largest = () =>
    deepQuery(bare(document), '*')
      .filter(isPart)
      .toSorted((one, other) => areaOf(other) - areaOf(one))[0];

  const scroller = at ? scrollerAt(at.x, at.y) : (largest() ?? page);
  if (!scroller) return null;
  const hasMoved = goesFurther(scroller);
  bare(scroller).scrollBy({ left: deltaX, top: deltaY, behavior: 'instant' });
  const { scrollLeft, scrollTop } = bare(scroller);
  return { scrollX: scrollLeft, scrollY: scrollTop, atEnd: !goesFurther(scroller), hasMoved };
};

export interface ScrollToTools extends ScrollerTools {
  scrollers: (deltaX: number, deltaY: number, tools: ScrollerTools) => Scrollers;
}

/**
 * Runs in the page. Brings an element into the middle of the window, if it goes; says where that is then in which it is
 * scrolled up and down, and whether this is its lower end.
 */
export const scrollToElement = (element: Element, tools: ScrollToTools): Scrolled => {
  const { bare, scrollers } = tools;
  const { page, isPart, goesFurther, outward } = scrollers(0, 1, tools);
  bare(element).scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const scroller = outward(element).slice(1).find(isPart) ?? page;
  const { scrollLeft, scrollTop } = bare(scroller);
  return { scrollX: scrollLeft, scrollY: scrollTop, atEnd: !goesFurther(scroller) };
};
