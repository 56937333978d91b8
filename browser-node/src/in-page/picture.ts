/**
 * Runs in the page. Brings the first match into view, and answers its box in CSS pixels from where `scrollX` and `scrollY`
 * are 0; null when there is no match or it has no box. The page may scroll after this turn.
 */
export const elementBox = (selector: string): { x: number; y: number; width: number; height: number } | null => {
  const element = document.querySelector(selector);
  if (!element) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return width === 0 || height === 0 ? null : { x: x + scrollX, y: y + scrollY, width, height };
};

/** Runs in the page. Whether a user can scroll its window sideways: a body's overflow counts where the root has none. */
export const scrollsSideways = (): boolean => {
  const { documentElement, body } = document;
  const root = getComputedStyle(documentElement).overflowX;
  const overflow = root === 'visible' && body ? getComputedStyle(body).overflowX : root;
  return !/hidden|clip/.test(overflow);
};

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

/**
 * Runs in the page. The heights of its elements, added up: another number after the window has grown means that something
 * is measured by the window.
 */
export const layoutSum = (): number => {
  let sum = 0;
  for (const element of document.querySelectorAll('body, body *')) sum += element.getBoundingClientRect().height;
  return Math.round(sum);
};

/** Runs in the page. How bright the canvas behind the page is, from 0 to 255. */
export const canvasBrightness = (): number => {
  const colourOf = (element: Element | null) => (element ? getComputedStyle(element).backgroundColor : '');
  const opaque = [colourOf(document.body), colourOf(document.documentElement)].find(
    (colour) => colour !== '' && !/^rgba\(.*, 0\)$/.test(colour),
  );
  const [red = 255, green = 255, blue = 255] = opaque?.match(/[\d.]+/g)?.map(Number) ?? [];
  return 0.299 * red + 0.587 * green + 0.114 * blue;
};

/** Runs in the page. Turns light into dark and dark into light, and leaves pictures as they are. */
export const invertColours = (): void => {
  const inverted = 'filter: invert(1) hue-rotate(180deg) !important;';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`html { ${inverted} } img, video, canvas, picture > *, iframe, embed, object { ${inverted} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
