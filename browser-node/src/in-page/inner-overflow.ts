/**
 * Runs in the page. Where not the document scrolls but one box that fills most of the window: the height in CSS pixels
 * that this box hides. Otherwise 0. A box that it found once counts after the window has grown, too.
 */
export const innerOverflow = (): number => {
  const hiddenBy = (element: Element) => element.scrollHeight - element.clientHeight;
  const isMainScroller = (element: Element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowY) &&
    element.clientWidth * element.clientHeight >= 0.4 * innerWidth * innerHeight;
  const found: unknown = Reflect.get(globalThis, 'mainScroller');
  if (found instanceof Element && found.isConnected && hiddenBy(found) > 0) return hiddenBy(found);
  let element = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  for (; element && element !== document.body; element = element.parentElement) {
    if (!isMainScroller(element)) continue;
    Reflect.set(globalThis, 'mainScroller', element);
    return hiddenBy(element);
  }
  return 0;
};
