import type { Colour, DarkColours } from './colours.js';
import type { Change } from './drawings.js';
import type { DarkPictures } from './pictures.js';
import type { DarkSamples } from './samples.js';
import type { Ground } from './walk.js';

interface InkTools {
  colours: DarkColours;
  samples: Pick<DarkSamples, 'pixelsOf'>;
  pictures: Pick<DarkPictures, 'shownPicture' | 'plated'>;
  change: Change;
}

/**
 * Keeps dark drawings with a transparent ground visible. One in dark greys alone is inverted. One of several colours
 * keeps them, on a plate of the ground that it had. Photos have too many colours.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const darkInks = ({ colours, samples, pictures, change }: InkTools) => {
  const [visibleAlpha, leastClear, leastDark, leastFlat] = [64, 0.15, 0.08, 0.75];
  const flatColours = 6;
  /** The labels of a chart have small letters. */
  const leastDarkOfChart = 0.004;
  const [faint, hidden] = [2, 1.3];
  const lightSurface = 0.45;
  /** On a ground that was dark already, a larger dark picture is no logo. */
  const [logoWidth, logoHeight] = [400, 120];
  /** A person tells the coloured parts of a smaller drawing. */
  const leastPlate = 32;
  /** A canvas of at least this share of the window's width and height is an overlay. */
  const overlayShare = 0.9;
  interface Sample {
    /** The share of pixels that show nothing. */
    clear: number;
    /** The visible colours with their shares, the most frequent first. */
    shown: readonly { colour: Colour; share: number }[];
  }

  const read = (pixels: Uint8ClampedArray): Sample => {
    const counts = new Map<number, number>();
    let visible = 0;
    for (let at = 0; at < pixels.length; at += 4) {
      const [r = 0, g = 0, b = 0, alpha = 0] = [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]];
      if (alpha < visibleAlpha) continue;
      visible += 1;
      // Takes the upper three bits of each channel.
      const key = ((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const level = (bits: number) => ((bits & 7) * 255) / 7;
    const shown = [...counts].map(([key, count]) => ({
      colour: { rgb: [level(key >> 6), level(key >> 3), level(key)], alpha: 1 } as Colour,
      share: count / visible,
    }));
    return { clear: 1 - (4 * visible) / pixels.length, shown: shown.sort((a, b) => b.share - a.share) };
  };
  const known = new Map<string | Element, Sample | undefined>();
  const sampleOf = (picture: HTMLImageElement | HTMLCanvasElement): Sample | undefined => {
    const key = picture instanceof HTMLImageElement ? picture.currentSrc || picture.src : picture;
    if (!known.has(key)) {
      const pixels = samples.pixelsOf(picture);
      known.set(key, pixels && read(pixels));
    }
    return known.get(key);
  };

  /** What a picture needs on a dark ground. */
  const needOf = (
    picture: HTMLImageElement | HTMLCanvasElement,
    backdrop: Colour,
    most: number,
  ): 'inversion' | 'plate' | undefined => {
    const sample = sampleOf(picture);
    if (!sample || sample.clear < leastClear) return undefined;
    const least = picture instanceof HTMLCanvasElement ? leastDarkOfChart : leastDark;
    const sum = (shares: readonly { share: number }[]) => shares.reduce((total, { share }) => total + share, 0);
    if (sum(sample.shown.slice(0, flatColours)) < leastFlat) return undefined;
    const isInk = ({ colour }: { colour: Colour }) =>
      colours.isNeutral(colour) &&
      colours.lightness(colour) < lightSurface &&
      colours.contrast(colour, backdrop) < most;
    const dark = sum(sample.shown.filter(isInk));
    if (dark > 1 - leastDark) return 'inversion';
    return dark >= least ? 'plate' : undefined;
  };
  const plate = (element: Element, { before }: Ground) => {
    const colour = colours.format(before);
    change(element, 'background-color', colour);
    if (getComputedStyle(element).boxShadow === 'none') change(element, 'box-shadow', `0 0 0 3px ${colour}`);
  };
  const isLogo = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width <= logoWidth && height <= logoHeight;
  };
  /** Whether a dark drawing could vanish there. */
  const mayHide = (element: Element, { isPicture, isAccent, isLight, backdrop }: Ground) =>
    !isPicture && !isAccent && colours.lightness(backdrop) <= lightSurface && (isLight || isLogo(element));
  const isPlain = ({ filter, mixBlendMode, backgroundColor }: CSSStyleDeclaration) =>
    filter === 'none' && mixBlendMode === 'normal' && colours.parse(backgroundColor).alpha === 0;

  /** Lies over other content, such as an effect over a whole window: a plate would hide that. */
  const isOverlay = (element: Element, { position, pointerEvents }: CSSStyleDeclaration) => {
    const { width, height } = element.getBoundingClientRect();
    const covers = width >= overlayShare * innerWidth && height >= overlayShare * innerHeight;
    const isLater = position === 'absolute' && element.previousElementSibling !== null;
    return position === 'fixed' || pointerEvents === 'none' || covers || isLater;
  };
  const showCanvas = (canvas: HTMLCanvasElement, style: CSSStyleDeclaration, ground: Ground) => {
    if (!ground.isLight || isOverlay(canvas, style) || !needOf(canvas, ground.backdrop, faint)) return;
    // A script may draw other colours later, so nothing is inverted.
    plate(canvas, ground);
    pictures.plated.add(canvas);
  };
  const showImage = (element: Element, style: CSSStyleDeclaration, ground: Ground) => {
    const image = pictures.shownPicture(element, style);
    const need = image && needOf(image, ground.backdrop, ground.isLight ? faint : hidden);
    if (need === 'inversion') change(element, 'filter', 'invert(1)');
    if (need === 'plate' && ground.isLight) plate(element, ground);
  };

  return {
    /** Returns whether the drawing got a plate. */
    plate: (element: Element, ground: Ground): boolean => {
      const { width, height } = element.getBoundingClientRect();
      const isFit = ground.isLight && width >= leastPlate && height >= leastPlate / 2;
      if (isFit) plate(element, ground);
      return isFit;
    },
    /** An `img`, a canvas, or an empty box with a background picture. */
    show: (element: Element, style: CSSStyleDeclaration, ground: Ground) => {
      if (!isPlain(style) || !mayHide(element, ground)) return;
      if (element instanceof HTMLCanvasElement) showCanvas(element, style, ground);
      else showImage(element, style, ground);
    },
  };
};
