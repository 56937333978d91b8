/**
 * Runs in the page. Where not the document scrolls but one box that fills most of the window: the height in CSS pixels
 * that this box hides. Otherwise 0.
 */
export const innerOverflow = (): number => {
  const isMainScroller = (element: Element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowY) &&
    element.clientWidth * element.clientHeight >= 0.4 * innerWidth * innerHeight;
  let element = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  for (; element && element !== document.body; element = element.parentElement) {
    if (isMainScroller(element)) return element.scrollHeight - element.clientHeight;
  }
  return 0;
};
