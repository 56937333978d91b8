/** A box that may lie behind a text without holding it. */
export interface DarkLayer {
  element: Element;
  box: DOMRect;
  /** A picture keeps its colours; other boxes have a background. */
  isPicture: boolean;
}

/** What pictures and other boxes cover, for dark mode. */
export interface DarkPictures {
  /** Whether an element's own background pictures fill its box. */
  fills: (element: Element, style: CSSStyleDeclaration) => boolean;
  /** Whether a small background picture repeats over its box: a texture. */
  isTiled: (element: Element, style: CSSStyleDeclaration) => boolean;
  /** The shown pictures, and the positioned boxes with a background. */
  layers: readonly DarkLayer[];
}

/** Waits up to 200 ms for the sizes of background pictures, which the browser mostly has. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const darkPictures = async (): Promise<DarkPictures> => {
  const sizesMs = 200;
  const maxElements = 30_000;
  const maxLayers = 300;
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
  const isTiled = (element: Element, { backgroundImage, backgroundRepeat, backgroundSize }: CSSStyleDeclaration) => {
    const natural = sizes.get(urlIn(backgroundImage) ?? '');
    if (natural === undefined || natural.width === 0 || backgroundSize !== 'auto') return false;
    const { width, height } = element.getBoundingClientRect();
    // A larger one holds several icons, each shown by its position.
    return backgroundRepeat.startsWith('repeat') && natural.width <= width && natural.height <= height;
  };

  /** Effects such as snow draw on a canvas over the whole page, most of which stays transparent. */
  const isTransparent = (canvas: HTMLCanvasElement) => {
    const [edge, mostly] = [16, 0.9];
    const context = new OffscreenCanvas(edge, edge).getContext('2d');
    try {
      context?.drawImage(canvas, 0, 0, edge, edge);
      const { data = [] } = context?.getImageData(0, 0, edge, edge) ?? {};
      return data.filter((value, index) => index % 4 === 3 && value < 26).length > mostly * edge * edge;
    } catch {
      // It has pictures of other sites.
      return false;
    }
  };
  const showsPicture = (element: Element) => {
    if (element instanceof HTMLImageElement) return element.naturalWidth > 0;
    return !(element instanceof HTMLCanvasElement && isTransparent(element));
  };
  const isBox = ({ position, backgroundColor, backgroundImage }: CSSStyleDeclaration) =>
    /absolute|fixed/.test(position) && (backgroundImage.includes('gradient') || !/, 0\)$/.test(backgroundColor));

  const elements = [...(document.documentElement?.getElementsByTagName('*') ?? [])].slice(0, maxElements);
  const withBackground: [Element, CSSStyleDeclaration][] = [];
  const layers: DarkLayer[] = [];
  /** What lies over or under the whole window does so wherever the page is scrolled to. */
  const boxOf = (element: Element, position: string) => {
    const box = element.getBoundingClientRect();
    const { left, top, right, bottom } = box;
    const covers = left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight;
    return position === 'fixed' && covers ? new DOMRect(left, -1e7, box.width, 2e7) : box;
  };
  const keep = (element: Element, isPicture: boolean, position: string) => {
    const box = boxOf(element, position);
    const isShown = () => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (layers.length < maxLayers && isLarge(box) && isShown()) layers.push({ element, box, isPicture });
  };
  const collect = (element: Element) => {
    const isPicture = /^(?:img|video|canvas|iframe|embed|object)$/.test(element.localName);
    const style = getComputedStyle(element);
    if (isPicture && showsPicture(element)) keep(element, true, style.position);
    if (!style.backgroundImage.includes('url(')) {
      if (isBox(style)) keep(element, false, style.position);
    } else if (isLarge(element.getBoundingClientRect())) withBackground.push([element, style]);
  };
  for (const element of elements) collect(element);
  const urls = new Set(withBackground.flatMap(([, style]) => urlIn(style.backgroundImage) ?? []).slice(0, maxLayers));
  if (urls.size > 0)
    await Promise.race([Promise.all([...urls].map(readSize)), new Promise((resolve) => setTimeout(resolve, sizesMs))]);
  for (const [element, style] of withBackground) {
    if (fills(element, style)) keep(element, true, style.position);
    else if (isBox(style)) keep(element, false, style.position);
  }
  return { fills, isTiled, layers };
};
