/** Adds styles after those of the document. A content security policy does not refuse them. */
export const addStyles = (css: string): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};

/** The first selector that does not parse, or null. */
export const invalidSelector = (selectors: readonly string[]): string | null => {
  const parses = (selector: string) => {
    try {
      document.querySelector(selector);
      return true;
    } catch {
      return false;
    }
  };
  return selectors.find((selector) => !parses(selector)) ?? null;
};

/** Removes the matches of `removed` from the document. Returns the selectors of both lists that match no element. */
export const finishHiding = (hidden: readonly string[], removed: readonly string[]): string[] => {
  const missing = [...hidden, ...removed].filter((selector) => !document.querySelector(selector));
  const elements = removed.flatMap((selector) => [...document.querySelectorAll(selector)]);
  // A form's field may have the name `remove`.
  for (const element of elements) Element.prototype.remove.call(element);
  return missing;
};

export interface Aim {
  /**
   * The click point in the window. Null if the mouse would hit another element there: then a script clicked the
   * element.
   */
  point: { x: number; y: number } | null;
  /** The scroll position before, and now. */
  from: [x: number, y: number];
  to: [x: number, y: number];
}

/** Brings the first visible match into the window. Null without one. */
export const aimAt = (selector: string): Aim | null => {
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
  };
  const element = [...document.querySelectorAll(selector)].find(isVisible);
  if (!element) return null;
  const from: [number, number] = [scrollX, scrollY];
  const bring = Reflect.get(element, 'scrollIntoViewIfNeeded') as (centred: boolean) => void;
  bring.call(element, true);
  const { x, y, width, height } = element.getBoundingClientRect();
  const point = { x: x + width / 2, y: y + height / 2 };
  const isReached = element.contains(document.elementFromPoint(point.x, point.y));
  if (!isReached && element instanceof HTMLElement) element.click();
  return { point: isReached ? point : null, from, to: [scrollX, scrollY] };
};

/** Scrolls back, unless the page has scrolled since. */
export const scrollBack = ({ from, to }: Pick<Aim, 'from' | 'to'>): void => {
  if (scrollX !== to[0] || scrollY !== to[1]) return;
  scrollTo({ left: from[0], top: from[1], behavior: 'instant' });
};
