import type { Scrollers, ScrollerTools } from './scrollers.js';

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
