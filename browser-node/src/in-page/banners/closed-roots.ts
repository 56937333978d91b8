/** Shadow roots that the page closed, by their host; null: the host has none. Lives in our world of the document. */
export type ClosedRoots = WeakMap<Element, ShadowRoot | null>;

/** Elements that are empty and yet shown over the page: closed shadow roots may fill them. Each is found once. */
export const findClosedHosts = (): Element[] => {
  const known = Reflect.get(globalThis, Symbol.for('tintype.closedRoots')) as ClosedRoots | undefined;
  const hosts = 'article,aside,div,footer,header,main,nav,p,section,span';
  /** Ends at the first text: the element may hold the whole page. */
  const hasText = (element: Element) => {
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) if (/\S/.test(walk.currentNode.nodeValue ?? '')) return true;
    return false;
  };
  // A form's field may have the name `shadowRoot`.
  const openOf = ({ shadowRoot }: Element) => (shadowRoot instanceof ShadowRoot ? shadowRoot : undefined);
  const mayBeHost = (element: Element, x: number, y: number) => {
    if (known?.has(element) || openOf(element) || element === document.body || hasText(element)) return false;
    if (element.localName.includes('-')) return true;
    if (!element.matches(hosts)) return false;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isInside = x >= left && x <= right && y >= top && y <= bottom;
    return !isInside || /fixed|sticky/.test(getComputedStyle(element).position);
  };
  /** The host at a point. If its closed root is known already, the host inside that root. */
  const hostAt = (root: Document | ShadowRoot, x: number, y: number): Element | null => {
    const element = root.elementFromPoint(x, y);
    if (!element || element.getRootNode() !== root) return null;
    const shadow = openOf(element) ?? known?.get(element);
    const inner = shadow ? hostAt(shadow, x, y) : null;
    return inner ?? (mayBeHost(element, x, y) ? element : null);
  };
  const found = new Set<Element>();
  for (const down of [0.97, 0.85, 0.7, 0.5, 0.3, 0.1, 0.03])
    for (const across of [0.5, 0.1, 0.9]) {
      const host = hostAt(document, innerWidth * across, innerHeight * down);
      if (host) found.add(host);
    }
  return [...found];
};

/** Remembers the root of a host for `shadowOf`. */
export const keepRoot = (host: Element, root: ShadowRoot | null): void => {
  const kept = Reflect.get(globalThis, Symbol.for('tintype.closedRoots')) as ClosedRoots | undefined;
  const known: ClosedRoots = kept ?? new WeakMap<Element, ShadowRoot | null>();
  known.set(host, root);
  Reflect.set(globalThis, Symbol.for('tintype.closedRoots'), known);
};
