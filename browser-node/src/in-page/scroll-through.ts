/**
 * Starts to scroll from the top to the end, by at most `screens` window heights, within `durationMs` of animation
 * frames. Scrolls the document, else the largest box in the middle of the window. Returns whether it reaches the end.
 */
export const scrollThrough = (durationMs: number, screens: number): boolean => {
  const hiddenBy = (element: Element) => element.scrollHeight - element.clientHeight;
  const page = document.scrollingElement ?? document.documentElement;
  const boxes = () => {
    const found: Element[] = [];
    let element = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    for (; element && element !== page; element = element.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(element).overflowY) && hiddenBy(element) > 0) found.push(element);
    }
    return found.toSorted((one, other) => other.clientHeight - one.clientHeight);
  };
  const scroller = page && hiddenBy(page) <= 0 ? (boxes()[0] ?? page) : page;
  if (!scroller) return true;

  const end = Math.min(hiddenBy(scroller), screens * innerHeight);
  // It stands still for the first and the last tenth, and begins and ends slowly.
  const progress = (part: number) => Math.min(Math.max((part - 0.1) / 0.8, 0), 1);
  const eased = (part: number) => (part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part));
  let begun: number | undefined;
  const step = (now: number) => {
    begun ??= now;
    const part = progress((now - begun) / durationMs);
    scroller.scrollTo({ top: Math.round(end * eased(part)), behavior: 'instant' });
    if (part < 1) requestAnimationFrame(step);
  };
  scroller.scrollTo({ top: 0, behavior: 'instant' });
  requestAnimationFrame(step);
  return end === hiddenBy(scroller);
};
