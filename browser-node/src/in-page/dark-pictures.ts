/** What pictures cover, for dark mode: a text on a picture keeps its colour. */
export interface DarkPictures {
  /** Whether an element's own background pictures fill its box. */
  fills: (element: Element, style: CSSStyleDeclaration) => boolean;
  /** Whether a picture lies behind the middle of an element, above the surface `on`. */
  liesOn: (element: Element, on: Element) => boolean;
}

/** Waits up to 200 ms for the sizes of background pictures, which the browser mostly has. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const darkPictures = async (): Promise<DarkPictures> => {
  const sizesMs = 200;
  const maxElements = 30_000;
  const maxPictures = 300;
  interface Size {
    width: number;
    height: number;
  }
  const isLarge = ({ width, height }: Size) => width >= 60 && height >= 40;
  const urlIn = (image: string) => /url\("((?:[^"\\]|\\.)*)"\)/.exec(image)?.[1]?.replace(/\\(.)/g, '$1');
  const sizes = new Map<string, Size>();

  const readSize = async (url: string) => {
    const image = new Image();
    image.src = url;
    await image.decode().catch(() => undefined);
    sizes.set(url, { width: image.naturalWidth, height: image.naturalHeight });
  };
  const fills = (element: Element, { backgroundImage, backgroundSize }: CSSStyleDeclaration) => {
    const url = urlIn(backgroundImage);
    if (url === undefined) return false;
    if (/cover|contain|100%/.test(backgroundSize)) return true;
    const { width, height } = element.getBoundingClientRect();
    const [across = 'auto'] = backgroundSize.split(' ');
    if (across.endsWith('%')) return Number.parseFloat(across) >= 50;
    if (across.endsWith('px')) return Number.parseFloat(across) >= width / 2;
    const natural = sizes.get(url);
    return natural !== undefined && natural.width >= width / 2 && natural.height >= height / 2;
  };

  const elements = [...(document.documentElement?.getElementsByTagName('*') ?? [])].slice(0, maxElements);
  const withBackground: [Element, CSSStyleDeclaration][] = [];
  const pictures: [Element, DOMRect][] = [];
  const keep = (element: Element, box = element.getBoundingClientRect()) => {
    if (isLarge(box) && pictures.length < maxPictures) pictures.push([element, box]);
  };
  for (const element of elements) {
    if (/^(?:img|video|canvas|iframe|embed|object)$/.test(element.localName)) keep(element);
    const style = getComputedStyle(element);
    if (style.backgroundImage.includes('url(') && isLarge(element.getBoundingClientRect()))
      withBackground.push([element, style]);
  }
  const urls = new Set(withBackground.flatMap(([, style]) => urlIn(style.backgroundImage) ?? []).slice(0, maxPictures));
  if (urls.size > 0)
    await Promise.race([Promise.all([...urls].map(readSize)), new Promise((resolve) => setTimeout(resolve, sizesMs))]);
  for (const [element, style] of withBackground) if (fills(element, style)) keep(element);

  const liesOn = (element: Element, on: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return pictures.some(
      ([picture, box]) =>
        box.left <= x &&
        box.right >= x &&
        box.top <= y &&
        box.bottom >= y &&
        !element.contains(picture) &&
        picture !== on &&
        on.contains(picture),
    );
  };
  return { fills, liesOn };
};
