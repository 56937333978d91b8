/**
 * Scrolls to a part (0 to 1) of the way from the top to the end. The way has at most `screens` window heights. Scrolls
 * the document, else the largest box in the middle of the window. The first call of a document chooses between them.
 * Returns whether the way reaches the end, which moves if the page grows.
 */
export const scrollThrough = (part: number, screens: number): boolean => {
  const key = Symbol.for('tintype.way');
  const hiddenBy = (element: Element) => element.scrollHeight - element.clientHeight;
  const boxes = (page: Element) => {
    const found: Element[] = [];
    let element = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    for (; element && element !== page; element = element.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(element).overflowY) && hiddenBy(element) > 0) found.push(element);
    }
    return found.toSorted((one, other) => other.clientHeight - one.clientHeight);
  };
  const choose = () => {
    const page = document.scrollingElement ?? document.documentElement;
    const scroller = page && hiddenBy(page) <= 0 ? (boxes(page)[0] ?? page) : page;
    const way = scroller && { scroller, end: Math.min(hiddenBy(scroller), screens * innerHeight) };
    Reflect.set(globalThis, key, way);
    return way;
  };

  const way = (Reflect.get(globalThis, key) as ReturnType<typeof choose> | undefined) ?? choose();
  if (!way) return true;
  way.scroller.scrollTo({ top: Math.round(way.end * part), behavior: 'instant' });
  // A pixel may be due to rounding.
  return hiddenBy(way.scroller) <= way.end + 1;
};

/** The clock of the document's animations, in milliseconds. */
export const animationClock = (): number => Number(document.timeline.currentTime ?? 0);

/** Whether an animation or a transition runs that began since then, and ends within `mostMs`. */
export const stillMoves = (sinceMs: number, mostMs: number): boolean =>
  document.getAnimations().some(({ playState, startTime, currentTime, effect }) => {
    const leftMs = Number(effect?.getComputedTiming().endTime) - Number(currentTime ?? 0);
    return playState === 'running' && Number(startTime ?? sinceMs) >= sinceMs && leftMs <= mostMs;
  });
