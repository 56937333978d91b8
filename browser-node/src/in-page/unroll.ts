/**
 * Gives boxes that scroll, and the boxes around them, the height of their content, so that a print shows all of it.
 * Fixed boxes among them print once, at their place: a print repeats and cuts fixed ones. Returns the document's height
 * in CSS pixels.
 */
export const unrollScrollers = (): number => {
  const change = (element: Element, styles: Record<string, string>) => {
    if (!(element instanceof HTMLElement)) return;
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important');
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

  const root = document.documentElement;
  const height = () => root?.scrollHeight ?? 0;
  const scrollers = [...document.querySelectorAll('body *')].filter(scrolls);
  if (scrollers.length === 0) return height();
  const around = new Set<Element>();
  for (const scroller of scrollers) {
    for (let outer = scroller.parentElement; outer && !around.has(outer); outer = outer.parentElement)
      around.add(outer);
  }
  for (const scroller of scrollers) unroll(scroller);
  // The inner boxes are high now, so those around them that cut them off show it.
  for (const outer of around) if (outer === root || hidesMore(outer) || scrolls(outer)) unroll(outer);
  return height();
};
