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
  /** The picture in the background of an empty box. */
  backgroundOf: (element: Element, style: CSSStyleDeclaration) => HTMLImageElement | undefined;
  /** Whether a picture hides what is behind it. */
  isOpaque: (element: Element) => boolean;
  /** Whether a small background picture repeats over its box: a texture. */
  isTiled: (element: Element, style: CSSStyleDeclaration) => boolean;
  /** The shown pictures and drawings, and the positioned boxes with a background. */
  layers: readonly DarkLayer[];
  /** Reads the boxes of `layers` again, at most 300: the page may have scrolled, or moved them. */
  refresh: () => void;
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
  const isMissing = (url: string) => {
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
    if (url === undefined || isMissing(url)) return false;
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
  const backgroundOf = (element: Element, { backgroundImage }: CSSStyleDeclaration) => {
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

  const showsPicture = (element: Element) => {
    if (element instanceof HTMLImageElement) return element.naturalWidth > 0;
    // Effects such as snow draw on a canvas over the whole page, most of which stays transparent.
    return !(element instanceof HTMLCanvasElement && samples.isTransparent(element));
  };
  const isBox = ({ position, backgroundColor, backgroundImage }: CSSStyleDeclaration) =>
    /absolute|fixed/.test(position) && (backgroundImage.includes('gradient') || !/, 0\)$/.test(backgroundColor));

  const elements = [...(document.documentElement?.getElementsByTagName('*') ?? [])].slice(0, maxElements);
  const withBackground: [Element, CSSStyleDeclaration][] = [];
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
  const collect = (element: Element) => {
    const isPicture = /^(?:img|video|canvas|iframe|embed|object)$/.test(element.localName);
    const style = getComputedStyle(element);
    textColours.set(element, { own: style.color });
    if (isPicture && showsPicture(element)) keep(element, 'picture', style.position);
    if (element.localName === 'svg') keep(element, 'drawing', style.position);
    if (!style.backgroundImage.includes('url(')) {
      if (isBox(style)) keep(element, 'box', style.position);
    } else if (isLarge(element.getBoundingClientRect())) withBackground.push([element, style]);
  };
  for (const element of elements) collect(element);
  const urls = new Set(withBackground.flatMap(([, style]) => urlIn(style.backgroundImage) ?? []).slice(0, maxLayers));
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
    backgroundOf,
    colourBefore,
    isOpaque: (element) => !(element instanceof HTMLImageElement && samples.isTransparent(element)),
    layers,
    refresh: () => {
      for (const layer of layers) layer.box = boxOf(layer.element, getComputedStyle(layer.element).position);
    },
  };
};
