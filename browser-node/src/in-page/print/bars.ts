/**
 * Notes bars that are fixed at the top of the screen, for `unfixBars` in the same world. Fixed boxes over the whole
 * window count, too.
 */
export const noteBars = (): void => {
  const isBar = (element: HTMLElement) => {
    const { position, zIndex, pointerEvents } = getComputedStyle(element);
    if (position !== 'fixed' || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      return false;
    const { top, width, height } = element.getBoundingClientRect();
    if (top < 0 || top > 1 || width < innerWidth / 2) return false;
    if (height < innerHeight / 4) return true;
    // A large box without an index may be the page's ground. One that lets clicks through may be a watermark.
    return height >= innerHeight - 1 && Number(zIndex) > 0 && pointerEvents !== 'none';
  };
  const all = [...document.querySelectorAll('body *')].filter((element) => element instanceof HTMLElement);
  Reflect.set(globalThis, Symbol.for('tintype.bars'), all.filter(isBar));
};

/** Prints the noted bars once, at their place: fixed ones cover text on each sheet. */
export const unfixBars = (): void => {
  const bars = (Reflect.get(globalThis, Symbol.for('tintype.bars')) ?? []) as readonly HTMLElement[];
  const boxes = bars
    .filter((bar) => bar.isConnected && getComputedStyle(bar).position === 'fixed')
    .map((bar) => ({ bar, before: bar.getBoundingClientRect() }));
  // A form's field may have the name `style`.
  const styleOf = (bar: HTMLElement): CSSStyleDeclaration => Reflect.get(HTMLElement.prototype, 'style', bar);
  for (const { bar } of boxes) styleOf(bar).setProperty('position', 'absolute', 'important');
  const hasMoved = ({ bar, before }: (typeof boxes)[number]) => {
    const { top, left, width, height } = bar.getBoundingClientRect();
    const moves = [top - before.top, left - before.left, width - before.width, height - before.height];
    return moves.some((pixels) => Math.abs(pixels) > 1);
  };
  // Another box around it may decide its place then.
  for (const box of boxes.filter(hasMoved)) styleOf(box.bar).setProperty('position', 'fixed', 'important');
};
