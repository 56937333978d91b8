import type { Scrolled } from './scroll-page.js';

/** Runs in the page. Brings an element into the middle of the window, if it goes; says where the page is then. */
export const scrollToElement = (element: Element): Scrolled => {
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const { scrollLeft, scrollTop, scrollHeight, clientHeight } = document.scrollingElement ?? document.documentElement;
  return { scrollX: scrollLeft, scrollY: scrollTop, atEnd: scrollTop >= scrollHeight - clientHeight - 1 };
};
