/** Shadow roots that the page closed, by their host; null: it has none. Lives in our world of the document. */
export type ClosedRoots = WeakMap<Element, ShadowRoot | null>;

/** An element that is empty and yet shown over the page: a closed shadow root may fill it. Each is found once. */
export const findClosedHost = (): Element | null => {
  const known = Reflect.get(globalThis, Symbol.for('tintype.closedRoots')) as ClosedRoots | undefined;
  const hosts = 'article,aside,div,footer,header,main,nav,p,section,span';
  const mayBeHost = (element: Element, x: number, y: number) => {
    if (known?.has(element) || element.shadowRoot || element.textContent?.trim() || element === document.body)
      return false;
    if (element.localName.includes('-')) return true;
    if (!element.matches(hosts)) return false;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isInside = x >= left && x <= right && y >= top && y <= bottom;
    return !isInside || /fixed|sticky/.test(getComputedStyle(element).position);
  };
  for (const down of [0.97, 0.85, 0.5, 0.1, 0.03])
    for (const across of [0.5, 0.1, 0.9]) {
      const x = innerWidth * across;
      const y = innerHeight * down;
      const element = document.elementFromPoint(x, y);
      if (element && mayBeHost(element, x, y)) return element;
    }
  return null;
};

/** Remembers the root of a host for `shadowOf`. */
export const keepRoot = (host: Element, root: ShadowRoot | null): void => {
  const kept = Reflect.get(globalThis, Symbol.for('tintype.closedRoots')) as ClosedRoots | undefined;
  const known: ClosedRoots = kept ?? new WeakMap<Element, ShadowRoot | null>();
  known.set(host, root);
  Reflect.set(globalThis, Symbol.for('tintype.closedRoots'), known);
};
