/** Runs in the page. How bright the canvas behind the page is, from 0 to 255. */
export const canvasBrightness = (): number => {
  const colourOf = (element: Element | null) => (element ? getComputedStyle(element).backgroundColor : '');
  const opaque = [colourOf(document.body), colourOf(document.documentElement)].find(
    (colour) => colour !== '' && !/^rgba\(.*, 0\)$/.test(colour),
  );
  const [red = 255, green = 255, blue = 255] = opaque?.match(/[\d.]+/g)?.map(Number) ?? [];
  return 0.299 * red + 0.587 * green + 0.114 * blue;
};
