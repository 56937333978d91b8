/** The width of the document beyond the window, in CSS pixels. */
export const sideOverflow = (): number =>
  Math.max(document.documentElement?.scrollWidth ?? 0, document.body?.scrollWidth ?? 0) - innerWidth;

export interface FittedBoxes {
  /** The number of boxes that still cut their content. */
  boxes: number;
  /** The widest part that a box cuts, in CSS pixels. */
  pixels: number;
  /** The last boxes of a long document were not looked at. */
  isPartial: boolean;
}

/**
 * Called in the layout of the paper. In boxes that scroll sideways, lines of code wrap and tables become smaller: a
 * print would cut them.
 */
export const fitBoxes = (): FittedBoxes => {
  /** Smaller tables cannot be read. */
  const leastZoom = 0.5;
  /** Each round lays the document out: a tenth of a second for 20,000 elements. */
  const maxRounds = 4;
  const begun = performance.now();
  const mayLayOut = () => performance.now() < begun + 3000;
  /** 100,000 boxes take half of this second. A longer document keeps its last boxes as they are. */
  const mayLook = () => performance.now() < begun + 1000;
  /** Leaves out elements of text and tables, which do not scroll and are most of a page. Each candidate costs 2 µs. */
  const candidates =
    'body :not(a, b, i, em, strong, small, span, p, li, dt, dd, tr, td, th, tbody, thead, br, img, svg, svg *, h1, h2, h3, h4, h5, h6, option, script, style, label, button, input)';
  const change = (element: HTMLElement, name: string, value: string) => {
    // A form's field may have the name `style`.
    const style: CSSStyleDeclaration = Reflect.get(HTMLElement.prototype, 'style', element);
    style.setProperty(name, value, 'important');
  };
  const excess = (element: Element) => element.scrollWidth - element.clientWidth;
  const isWide = (element: Element) => excess(element) > 1 && element.clientWidth > 0;
  const scrollsSideways = (element: Element) => {
    const { overflowX, scrollSnapType, scrollbarWidth } = getComputedStyle(element);
    // Carousels snap, or hide their bar: they show a part by intention.
    const isCarousel = scrollSnapType !== 'none' || scrollbarWidth === 'none';
    return /auto|scroll/.test(overflowX) && !isCarousel && !/^(textarea|select|input|iframe)$/.test(element.localName);
  };
  const wrapLines = (box: Element) => {
    for (const element of [box, ...box.querySelectorAll('pre, code')]) {
      if (!(element instanceof HTMLElement) || getComputedStyle(element).whiteSpaceCollapse !== 'preserve') continue;
      change(element, 'white-space', 'pre-wrap');
      change(element, 'overflow-wrap', 'anywhere');
    }
  };
  const zoomTables = (box: Element) => {
    const tables = [...box.querySelectorAll('table')].filter((table) => !table.parentElement?.closest('table'));
    const before = excess(box);
    const own = tables.map(({ style }) => [style.getPropertyValue('zoom'), style.getPropertyPriority('zoom')] as const);
    // Words and borders do not shrink evenly, so that the first zoom may leave some pixels.
    for (let zoom = 1, round = 0; round < maxRounds && mayLayOut() && zoom > leastZoom && isWide(box); round += 1) {
      zoom = Math.max((zoom * box.clientWidth) / box.scrollWidth, leastZoom);
      for (const table of tables) change(table, 'zoom', String(zoom));
    }
    // If the excess did not shrink, something else is too wide: the tables get their own zoom back.
    if (excess(box) < before) return;
    for (const [at, { style }] of tables.entries()) style.setProperty('zoom', own[at]?.[0] ?? '', own[at]?.[1]);
  };
  const elements = [...document.querySelectorAll(candidates)];
  const boxes = elements.filter((element) => mayLook() && isWide(element) && scrollsSideways(element));
  const hasLookedAtAll = mayLook();
  for (const box of boxes) wrapLines(box);
  for (const box of boxes) if (mayLayOut() && isWide(box) && box.querySelector('table')) zoomTables(box);
  const cut = boxes.filter(isWide);
  return { boxes: cut.length, pixels: Math.max(0, ...cut.map(excess)), isPartial: !hasLookedAtAll };
};

/**
 * Whether the document begins at the right. With a scale, Chromium 156 prints a root of that direction beside the
 * paper. So only the body keeps the direction, and the window takes it from the body.
 */
export const moveDirection = (): boolean => {
  const { documentElement: root, body } = document;
  const { direction } = getComputedStyle(body ?? root);
  if (!body || getComputedStyle(root).direction === 'ltr') return direction === 'rtl';
  body.style.setProperty('direction', direction, 'important');
  root.style.setProperty('direction', 'ltr', 'important');
  return direction === 'rtl';
};

/**
 * Called in the layout of the paper. A fixed layout that the page cuts only on paper is no longer cut. If the document
 * is too wide even after Chromium shrinks it by `maxShrink`, lines of code wrap. `screenOverflow` is the width that the
 * window on the screen cut. Returns the width that the document needs, in CSS pixels.
 */
export const fitDocument = (screenOverflow: number, maxShrink: number): number => {
  const frames = [document.documentElement, document.body].filter((element) => element !== null);
  const change = (element: HTMLElement, name: string, value: string) =>
    element.style.setProperty(name, value, 'important');
  // A body that cuts by itself leaves no trace on the root.
  const width = () => Math.max(...frames.map((element) => element.scrollWidth));
  const isCut = frames.some((element) => /hidden|clip/.test(getComputedStyle(element).overflowX));
  // Content that the window cuts, too, such as a menu beside it, is no loss.
  if (isCut && screenOverflow > 1) return innerWidth;
  if (isCut) for (const element of frames) change(element, 'overflow-x', 'visible');
  // Within the limit, Chromium shrinks the whole document, which keeps drawings of letters intact.
  const isTooWide = width() > innerWidth * maxShrink + 1;
  for (const element of isTooWide ? document.querySelectorAll('pre') : []) {
    if (element.scrollWidth <= element.clientWidth) continue;
    change(element, 'white-space', 'pre-wrap');
    change(element, 'overflow-wrap', 'anywhere');
  }
  return width();
};
