import type { Bare } from './bare.js';

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
