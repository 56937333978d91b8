/**
 * Starts to scroll from the top to the end, by at most `screens` window heights, within `durationMs` of animation
 * frames. It stands still for the first and the last `stillPart` of them. Between them its speed is constant, except
 * for `easeMs` at each end. Scrolls the document, else the largest box in the middle of the window. Returns whether it
 * reaches the end.
 */
export const scrollThrough = (
  { durationMs, stillPart, easeMs }: { durationMs: number; stillPart: number; easeMs: number },
  screens: number,
): boolean => {
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
  const movingMs = durationMs * (1 - 2 * stillPart);
  /** The part of the way after this time of movement. */
  const partAt = (ms: number): number => {
    if (ms > movingMs / 2) return 1 - partAt(movingMs - ms);
    const way = ms < easeMs ? ms ** 2 / (2 * easeMs) : ms - easeMs / 2;
    return way / (movingMs - easeMs);
  };
  let begun: number | undefined;
  const step = (now: number) => {
    begun ??= now;
    const ms = Math.min(Math.max(now - begun - durationMs * stillPart, 0), movingMs);
    scroller.scrollTo({ top: Math.round(end * partAt(ms)), behavior: 'instant' });
    if (ms < movingMs) requestAnimationFrame(step);
  };
  scroller.scrollTo({ top: 0, behavior: 'instant' });
  requestAnimationFrame(step);
  return end === hiddenBy(scroller);
};
