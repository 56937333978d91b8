import type { Scrolled } from './scroll-page.js';
import type { Scrollers, ScrollerTools } from './scrollers.js';

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
