import type { BlankTools } from './blank.js';

/**
 * Gives boxes that scroll, and the boxes around them, their content's height, so that a print shows everything. Fixed
 * boxes among them print once, at their place: a print repeats and cuts fixed ones. Changes nothing if the document is
 * higher than `maxHeight`. Else keeps the boxes that would make it higher. Returns the document's height
 * before, in CSS pixels, and the number of kept boxes.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const unrollScrollers = (
  maxHeight: number,
  { longestGap, contentSpans }: BlankTools,
): { height: number; kept: number } => {
  interface Box {
    element: Element;
    height: number;
    scrollTop: number;
  }
  const change = (element: Element, styles: Record<string, string>) => {
    if (!(element instanceof HTMLElement)) return;
    // A form's field may have the name `style`.
    const style: CSSStyleDeclaration = Reflect.get(HTMLElement.prototype, 'style', element);
    for (const [name, value] of Object.entries(styles)) style.setProperty(name, value, 'important');
  };
  const hidesMore = (element: Element) => element.scrollHeight > element.clientHeight + 1;
  const isField = (element: Element) => /^(textarea|select|input|iframe)$/.test(element.localName);
  const scrolls = (element: Element) =>
    hidesMore(element) && /auto|scroll/.test(getComputedStyle(element).overflowY) && !isField(element);

  const unroll = (element: Element) => {
    const { position, bottom } = getComputedStyle(element);
    change(element, { overflow: 'visible', height: 'auto', 'max-height': 'none' });
    if (/absolute|fixed/.test(position) && bottom !== 'auto') change(element, { bottom: 'auto' });
    if (position === 'fixed') change(element, { position: 'absolute' });
  };
  /** Gives a box its earlier height. Leaves `flex`, which may determine its width. */
  const keep = ({ element, height, scrollTop }: Box) => {
    const pixels = `${height}px`;
    const heights = { height: pixels, 'min-height': pixels, 'max-height': pixels };
    change(element, { 'box-sizing': 'border-box', overflow: 'hidden', ...heights });
    element.scrollTop = scrollTop;
  };

  /**
   * Whether one blank part takes more than half of the box, and more than three windows. A section with one line in a
   * window is not blank.
   */
  const isBlank = ({ element }: Box) => {
    const { top: start, bottom: end } = element.getBoundingClientRect();
    const allowed = Math.max((end - start) / 2, 3 * innerHeight);
    if (end - start <= allowed) return false;
    const gap = longestGap(contentSpans(element), { start, end });
    return gap.end - gap.start > allowed;
  };

  const aroundAll = (boxes: readonly Box[]) => {
    const around = new Set<Element>();
    for (const { element } of boxes) {
      for (let outer = element.parentElement; outer && !around.has(outer); outer = outer.parentElement)
        around.add(outer);
    }
    return around;
  };

  /** Divides the scrollers into boxes to unroll, up to this many more pixels in all, and boxes to keep. */
  const divide = (scrollers: readonly Element[], pixels: number) => {
    const unrolled: Box[] = [];
    const kept: Box[] = [];
    let left = pixels;
    for (const element of scrollers) {
      const { scrollHeight, clientHeight, scrollTop } = element;
      const hidden = scrollHeight - clientHeight;
      const list = hidden <= left ? unrolled : kept;
      list.push({ element, height: (element as HTMLElement).offsetHeight, scrollTop });
      if (list === unrolled) left -= hidden;
    }
    return { unrolled, kept };
  };

  const root = document.documentElement;
  const isCut = (element: Element) => element === root || hidesMore(element) || scrolls(element);
  const height = root?.scrollHeight ?? 0;
  const scrollers = [...document.querySelectorAll('body *')].filter(scrolls);
  if (scrollers.length === 0 || height > maxHeight) return { height, kept: 0 };

  const { unrolled, kept } = divide(scrollers, maxHeight - height);
  for (const box of kept) keep(box);
  const around = aroundAll(unrolled);
  for (const { element } of kept) around.delete(element);
  for (const { element } of unrolled) unroll(element);
  // The inner boxes are high now. So boxes around them that cut them off can be recognised.
  for (const outer of around) if (isCut(outer)) unroll(outer);

  // For `keepBlankScrollers`. Inner boxes first: without their blank part, boxes around them may be full.
  Reflect.set(globalThis, Symbol.for('tintype.keepBlankScrollers'), () => {
    const blank = unrolled.toReversed().filter((box) => {
      const isBlankNow = isBlank(box);
      if (isBlankNow) keep(box);
      return isBlankNow;
    });
    return blank.length;
  });
  return { height, kept: kept.length };
};

/**
 * Returns unrolled boxes with mostly blank content to their old height: they are lists that draw only rows in view.
 * Must run in the same world. Returns their number.
 */
export const keepBlankScrollers = (): number => {
  const keepThem = Reflect.get(globalThis, Symbol.for('tintype.keepBlankScrollers')) as (() => number) | undefined;
  return keepThem?.() ?? 0;
};
