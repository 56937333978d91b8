import type { Colour } from './colours.js';
import type { DarkSamples } from './samples.js';

/** A box that may lie behind a text without holding it. */
export interface DarkLayer {
  element: Element;
  box: DOMRect;
  /** A picture keeps its colours; a drawing is an inline SVG; a box has a background. */
  kind: 'picture' | 'drawing' | 'box';
}

/** The pictures and boxes that may lie behind a text, for dark mode. */
export interface DarkPictures {
  /** Whether an element's own background pictures fill its box. */
  fills: (element: Element, style: CSSStyleDeclaration) => boolean;
  /** Whether `::before` or `::after`, with this style, lays a picture over or under the whole element. */
  fillsBeside: (element: Element, style: CSSStyleDeclaration) => boolean;
  /**
   * The colour of an element's text in the page's own scheme, which a text on a picture keeps. `dark` is its colour in
   * the dark scheme. Undefined if a script has changed that.
   */
  colourBefore: (element: Element, dark: string) => string | undefined;
  /** The mean colour that a picture, or an element with one as its background, shows behind an element. */
  meanBehind: (picture: Element, element: Element) => Colour | undefined;
  /** The picture of an `img`, also by `content`, or in the background of an empty box. */
  shownPicture: (element: Element, style: CSSStyleDeclaration) => HTMLImageElement | undefined;
  /** Canvases that got a light ground: texts keep their colours on them. */
  plated: Set<Element>;
  /** Whether a picture hides what is behind it. */
  isOpaque: (element: Element) => boolean;
  /** Whether a small background picture repeats over its box: a texture. */
  isTiled: (element: Element, style: CSSStyleDeclaration) => boolean;
  /** The shown pictures and drawings, and the positioned boxes with a background. */
  layers: readonly DarkLayer[];
  /** Measures the layers again. Scripts and scrolling may have moved them. */
  measure: () => void;
}

/** Waits up to 200 ms for the sizes of background pictures, which the browser mostly has. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const darkPictures = async (samples: DarkSamples): Promise<DarkPictures> => {
  const sizesMs = 200;
  const maxElements = 30_000;
  const maxLayers = 300;
  interface Size {
    width: number;
    height: number;
  }
  const isLarge = ({ width, height }: Size) => width >= 60 && height >= 40;
  const urlIn = (image: string) => /url\("((?:[^"\\]|\\.)*)"\)/.exec(image)?.[1]?.replace(/\\(.)/g, '$1');
  const sizes = new Map<string, Size & { image: HTMLImageElement }>();

  const readSize = async (url: string) => {
    const image = new Image();
    image.src = url;
    await image.decode().catch(() => undefined);
    sizes.set(url, { image, width: image.naturalWidth, height: image.naturalHeight });
  };
  /** Chromium gives an SVG without a size 300 or 150 pixels. As a background, such an SVG fills its box. */
  const isSizeless = (url: string, { width, height }: Size) =>
    /^data:image\/svg|\.svg(?:$|[?#])/i.test(url) && (width === 300 || height === 150);
  const isBlank = (url: string) => {
    const known = sizes.get(url);
    return known !== undefined && (known.width === 0 || samples.isTransparent(known.image));
  };
  const isFilledBy = (url: string, { width, height }: Size) => {
    const natural = sizes.get(url);
    if (natural === undefined) return false;
    return isSizeless(url, natural) || (natural.width >= width / 2 && natural.height >= height / 2);
  };
  const fills = (element: Element, { backgroundImage, backgroundSize }: CSSStyleDeclaration) => {
    const url = urlIn(backgroundImage);
    if (url === undefined || isBlank(url)) return false;
    if (/cover|contain|100%/.test(backgroundSize)) return true;
    const { width, height } = element.getBoundingClientRect();
    const [across = 'auto'] = backgroundSize.split(' ');
    if (across.endsWith('%')) return Number.parseFloat(across) >= 50;
    if (across.endsWith('px')) return Number.parseFloat(across) >= width / 2;
    return isFilledBy(url, { width, height });
  };
  const isTiled = (element: Element, { backgroundImage, backgroundRepeat, backgroundSize }: CSSStyleDeclaration) => {
    const natural = sizes.get(urlIn(backgroundImage) ?? '');
    if (natural === undefined || natural.width === 0 || backgroundSize !== 'auto') return false;
    const { width, height } = element.getBoundingClientRect();
    // A larger picture holds several icons, of which a box shows one.
    return backgroundRepeat.startsWith('repeat') && natural.width <= width && natural.height <= height;
  };

  const meanBehind = (picture: Element, element: Element) => {
    const background = () => sizes.get(urlIn(getComputedStyle(picture).backgroundImage) ?? '')?.image;
    const image = picture instanceof HTMLImageElement ? picture : background();
    return image && samples.meanBehind(image, picture.getBoundingClientRect(), element.getBoundingClientRect());
  };
  const shownPicture = (element: Element, { backgroundImage, content }: CSSStyleDeclaration) => {
    if (element instanceof HTMLImageElement)
      return content.includes('url(') ? sizes.get(urlIn(content) ?? '')?.image : element;
    const isEmpty = () => element.childElementCount === 0 && element.textContent?.trim() === '';
    return backgroundImage.includes('url(') && isEmpty() ? sizes.get(urlIn(backgroundImage) ?? '')?.image : undefined;
  };
  const leastOpacity = 0.5;
  const fillsBeside = (element: Element, style: CSSStyleDeclaration) => {
    if (Number(style.opacity) < leastOpacity || !/url\(/.test(style.backgroundImage + style.content)) return false;
    const { width, height } = element.getBoundingClientRect();
    const isWide = Number.parseFloat(style.width) >= width / 2 && Number.parseFloat(style.height) >= height / 2;
    return isWide && isLarge({ width, height }) && (style.content.includes('url(') || fills(element, style));
  };

  const plated = new Set<Element>();
  const isOpaque = (element: Element) => {
    // Effects such as snow draw on a canvas over the whole page, most of which stays transparent.
    const mayBeClear = element instanceof HTMLImageElement || element instanceof HTMLCanvasElement;
    return plated.has(element) || !(mayBeClear && samples.isTransparent(element));
  };
  const isBox = ({ position, backgroundColor, backgroundImage }: CSSStyleDeclaration) =>
    /absolute|fixed/.test(position) && (backgroundImage.includes('gradient') || !/, 0\)$/.test(backgroundColor));

  const elements = [...(document.documentElement?.getElementsByTagName('*') ?? [])].slice(0, maxElements);
  const withBackground: [Element, CSSStyleDeclaration][] = [];
  const images: string[] = [];
  const layers: DarkLayer[] = [];
  const textColours = new Map<Element, { own: string; dark?: string }>();
  const colourBefore = (element: Element, dark: string) => {
    const known = textColours.get(element);
    if (!known) return undefined;
    known.dark ??= dark;
    return known.dark === dark ? known.own : undefined;
  };
  /** A fixed box that covers the window covers it at every scroll position. */
  const boxOf = (element: Element, position: string) => {
    const box = element.getBoundingClientRect();
    const { left, top, right, bottom } = box;
    const covers = left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight;
    return position === 'fixed' && covers ? new DOMRect(left, -1e7, box.width, 2e7) : box;
  };
  const keep = (element: Element, kind: DarkLayer['kind'], position: string) => {
    const box = boxOf(element, position);
    const isShown = () => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (layers.length < maxLayers && isLarge(box) && isShown()) layers.push({ element, box, kind });
  };
  const measure = () => {
    for (const layer of layers) layer.box = boxOf(layer.element, getComputedStyle(layer.element).position);
  };
  const isMissing = (element: Element) => element instanceof HTMLImageElement && element.naturalWidth === 0;
  const keepPicture = (element: Element, { position, content }: CSSStyleDeclaration) => {
    if (/^(?:img|video|canvas|iframe|embed|object)$/.test(element.localName) && !isMissing(element))
      keep(element, 'picture', position);
    if (element.localName === 'svg') keep(element, 'drawing', position);
    if (element.localName === 'img' && content.includes('url(')) images.push(content);
  };
  const collect = (element: Element) => {
    const style = getComputedStyle(element);
    textColours.set(element, { own: style.color });
    keepPicture(element, style);
    if (!style.backgroundImage.includes('url(')) {
      if (isBox(style)) keep(element, 'box', style.position);
    } else if (isLarge(element.getBoundingClientRect())) {
      withBackground.push([element, style]);
      images.push(style.backgroundImage);
    }
  };
  for (const element of elements) collect(element);
  const urls = new Set(images.flatMap((image) => urlIn(image) ?? []).slice(0, maxLayers));
  if (urls.size > 0)
    await Promise.race([Promise.all([...urls].map(readSize)), new Promise((resolve) => setTimeout(resolve, sizesMs))]);
  for (const [element, style] of withBackground) {
    if (fills(element, style)) keep(element, 'picture', style.position);
    else if (isBox(style)) keep(element, 'box', style.position);
  }
  return {
    fills,
    fillsBeside,
    isTiled,
    meanBehind,
    shownPicture,
    plated,
    colourBefore,
    isOpaque,
    layers,
    measure,
  };
};
