/** Runs in the page. True when the canvas behind the page is still light: it has no dark styles of its own. */
export const looksLight = (): boolean => {
  const colourOf = (element: Element | null) => (element ? getComputedStyle(element).backgroundColor : '');
  const opaque = [colourOf(document.body), colourOf(document.documentElement)].find(
    (colour) => colour !== '' && !/^rgba\(.*, 0\)$/.test(colour),
  );
  const [red = 255, green = 255, blue = 255] = opaque?.match(/[\d.]+/g)?.map(Number) ?? [];
  return 0.299 * red + 0.587 * green + 0.114 * blue > 128;
};
