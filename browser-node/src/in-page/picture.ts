import type { OpenTrees } from './tree.js';

/**
 * Scrolls the first match into view. Returns its box in CSS pixels of the document. Null without a match, or if it has
 * no size. The page may scroll again afterwards.
 */
export const elementBox = (selector: string): { x: number; y: number; width: number; height: number } | null => {
  const element = document.querySelector(selector);
  if (!element) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return width === 0 || height === 0 ? null : { x: x + scrollX, y: y + scrollY, width, height };
};

/** Whether a person can scroll the document sideways. The body's overflow counts if the root has none. */
export const scrollsSideways = (): boolean => {
  const { documentElement, body } = document;
  const root = getComputedStyle(documentElement).overflowX;
  const overflow = root === 'visible' && body ? getComputedStyle(body).overflowX : root;
  return !/hidden|clip/.test(overflow);
};

/**
 * Returns the height that a box hides which scrolls instead of the document, in CSS pixels. The box has at least 40 % of
 * the window. Returns 0 without such a box. Remembers the box, because its share falls when the window grows.
 */
export const innerOverflow = (): number => {
  const hiddenBy = (element: Element) => element.scrollHeight - element.clientHeight;
  const isMainScroller = (element: Element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowY) &&
    element.clientWidth * element.clientHeight >= 0.4 * innerWidth * innerHeight;
  const found: unknown = Reflect.get(globalThis, Symbol.for('tintype.mainScroller'));
  if (found instanceof Element && found.isConnected && hiddenBy(found) > 0) return hiddenBy(found);
  let element = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  for (; element && element !== document.body; element = element.parentElement) {
    if (!isMainScroller(element)) continue;
    Reflect.set(globalThis, Symbol.for('tintype.mainScroller'), element);
    return hiddenBy(element);
  }
  return 0;
};

/** Height of the root's box, without what overflows it. */
export const rootHeight = (): number => document.documentElement?.offsetHeight ?? 0;

/** The sum of all heights without transforms. It changes with the window's height if an element depends on `vh`. */
export const layoutSum = (): number => {
  const heightOf = (element: Element) =>
    element instanceof HTMLElement ? element.offsetHeight : element.getBoundingClientRect().height;
  let sum = 0;
  for (const element of document.querySelectorAll('body, body *')) sum += heightOf(element);
  return Math.round(sum);
};

/** The brightness of the page's background, from 0 to 255. */
export const canvasBrightness = (): number => {
  const colourOf = (element: Element | null) => (element ? getComputedStyle(element).backgroundColor : '');
  const opaque = [colourOf(document.body), colourOf(document.documentElement)].find(
    (colour) => colour !== '' && !/^rgba\(.*, 0\)$/.test(colour),
  );
  const [red = 255, green = 255, blue = 255] = opaque?.match(/[\d.]+/g)?.map(Number) ?? [];
  return 0.299 * red + 0.587 * green + 0.114 * blue;
};

/** Gives a picture's own document a transparent background instead of that of Chromium's viewer. */
export const clearPictureViewer = (): void => {
  // An SVG document has no viewer, and no body.
  if (!document.contentType.startsWith('image/') || !document.body) return;
  for (const element of [document.documentElement, document.body, ...document.images]) {
    element.style.setProperty('transition', 'none', 'important');
    element.style.setProperty('background', 'none', 'important');
  }
};

/** Removes `backdrop-filter`, also in open shadow trees. Returns whether an element had one. */
export const clearBackdropFilters = (openTrees: OpenTrees): boolean => {
  const has = (element: Element, pseudo?: string) => {
    const { display, content, backdropFilter } = getComputedStyle(element, pseudo);
    return display !== 'none' && content !== 'none' && backdropFilter !== 'none' && backdropFilter !== '';
  };
  const isFiltered = (tree: Document | ShadowRoot) =>
    [...tree.querySelectorAll('*')].some((element) =>
      [undefined, '::before', '::after'].some((pseudo) => has(element, pseudo)),
    );
  const filtered = openTrees().filter(isFiltered);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { backdrop-filter: none !important; }');
  for (const tree of filtered) tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, sheet];
  return filtered.length > 0;
};

/**
 * A call with `isOff` prevents new transitions until a call without it. Running transitions continue. A capture beyond
 * the window lays the page out 1 pixel wide and back. Rules for narrow windows would start transitions, and the picture
 * would show their first frame.
 */
export const switchTransitions = (isOff: boolean, openTrees: OpenTrees): void => {
  const key = Symbol.for('tintype.noTransitions');
  const sheet = (Reflect.get(globalThis, key) ?? new CSSStyleSheet()) as CSSStyleSheet;
  Reflect.set(globalThis, key, sheet);
  // `transition: none` would also cancel those that run, for whose end a script may wait.
  sheet.replaceSync('*, *::before, *::after { transition-duration: 0s !important; transition-delay: 0s !important; }');
  for (const tree of openTrees()) {
    const others = tree.adoptedStyleSheets.filter((each) => each !== sheet);
    tree.adoptedStyleSheets = isOff ? [...others, sheet] : others;
  }
};
