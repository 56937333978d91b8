export interface Scrolled {
  scrollX: number;
  scrollY: number;
  atEnd: boolean;
}

/**
 * Runs in the page. Scrolls by so much, or by most of a window, that way; what scrolls is the page, or where that does
 * not, the largest part of it that does.
 */
export const scrollPage = (deltaX: number, deltaY: number): Scrolled => {
  const room = (element: Element) => ({
    x: element.scrollWidth - element.clientWidth,
    y: element.scrollHeight - element.clientHeight,
  });
  const canScroll = (element: Element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const { x, y } = room(element);
    return (x > 1 && /auto|scroll/.test(overflowX)) || (y > 1 && /auto|scroll/.test(overflowY));
  };
  const area = (element: Element) => element.clientWidth * element.clientHeight;
  const page = document.scrollingElement ?? document.documentElement;
  const { x, y } = room(page);
  const isFixed = x <= 1 && y <= 1;
  const parts = isFixed ? [...document.querySelectorAll('*')].filter(canScroll) : [];
  const scroller = parts.sort((one, other) => area(other) - area(one))[0] ?? page;
  scroller.scrollBy({ left: deltaX, top: deltaY, behavior: 'instant' });
  const { scrollLeft, scrollTop } = scroller;
  const ends = room(scroller);
  const isThere = (delta: number, at: number, end: number) =>
    delta === 0 || (delta > 0 ? Math.abs(at) >= end - 1 : at <= 0);
  return {
    scrollX: scrollLeft,
    scrollY: scrollTop,
    atEnd: isThere(deltaX, scrollLeft, ends.x) && isThere(deltaY, scrollTop, ends.y),
  };
};
