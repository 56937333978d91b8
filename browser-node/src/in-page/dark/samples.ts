import type { Colour } from './colours.js';

/** What pictures and canvases show, mostly in 16 × 16 cells. Pictures of other sites cannot be read. */
export interface DarkSamples {
  /** Whether a canvas or picture shows so little that it hides nothing. */
  isTransparent: (source: HTMLCanvasElement | HTMLImageElement) => boolean;
  /** 48 × 48 single pixels of a picture that may be transparent. */
  pixelsOf: (image: HTMLImageElement) => Uint8ClampedArray | undefined;
  /** The mean colour behind the second box of a picture that fills the first. */
  meanBehind: (image: HTMLImageElement, filled: DOMRect, box: DOMRect) => Colour | undefined;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const darkSamples = (): DarkSamples => {
  /** Cells on a side. Sources with more than this share of faint cells, below this alpha of 255, are transparent. */
  const [edge, mostly, faint] = [16, 0.9, 26];
  const pixelEdge = 48;
  /** Limits for `pixelsOf`: the largest picture, in pixels, the number of pictures, and the time for all in ms. */
  const maxPixels = 2_000_000;
  let pixelReads = 200;
  let pixelMs = 300;
  const known = new Map<string, Uint8ClampedArray | undefined>();

  const read = (source: CanvasImageSource, length = edge) => {
    const context = new OffscreenCanvas(length, length).getContext('2d');
    try {
      // Means of several colours would look like a photo.
      if (context) context.imageSmoothingEnabled = length === edge;
      context?.drawImage(source, 0, 0, length, length);
      return context?.getImageData(0, 0, length, length).data;
    } catch {
      return undefined;
    }
  };
  const cellsOf = (image: HTMLImageElement) => {
    const url = image.currentSrc || image.src;
    if (!known.has(url)) known.set(url, read(image));
    return known.get(url);
  };
  /** Reading a photo takes time, and a photo is opaque. */
  const isPhoto = (image: HTMLImageElement) =>
    /^data:image\/jpe?g|\.jpe?g(?:$|[?#])/i.test(image.currentSrc || image.src);
  const pixelsOf = (image: HTMLImageElement) => {
    const { complete, naturalWidth, naturalHeight } = image;
    const isSmall = complete && naturalWidth * naturalHeight <= maxPixels;
    if (!isSmall || isPhoto(image) || pixelReads === 0 || pixelMs <= 0) return undefined;
    pixelReads -= 1;
    const begun = performance.now();
    const pixels = read(image, pixelEdge);
    pixelMs -= performance.now() - begun;
    return pixels;
  };
  const isTransparent = (source: HTMLCanvasElement | HTMLImageElement) => {
    const isImage = source instanceof HTMLImageElement;
    if (isImage && isPhoto(source)) return false;
    const cells = (isImage ? cellsOf(source) : read(source)) ?? [];
    return cells.filter((value, index) => index % 4 === 3 && value < faint).length > mostly * edge * edge;
  };
  const meanBehind = (image: HTMLImageElement, filled: DOMRect, box: DOMRect): Colour | undefined => {
    const cells = cellsOf(image);
    if (!cells) return undefined;
    const cellAt = (place: number, start: number, length: number) =>
      Math.min(Math.max(Math.floor(((place - start) / length) * edge), 0), edge - 1);
    const [left, right] = [box.left, box.right].map((x) => cellAt(x, filled.left, filled.width)) as [number, number];
    const [top, bottom] = [box.top, box.bottom].map((y) => cellAt(y, filled.top, filled.height)) as [number, number];
    const sums: [number, number, number] = [0, 0, 0];
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1)
        for (const channel of [0, 1, 2] as const) sums[channel] += cells[(row * edge + column) * 4 + channel] ?? 0;
    const count = (bottom - top + 1) * (right - left + 1);
    return { rgb: [sums[0] / count, sums[1] / count, sums[2] / count], alpha: 1 };
  };
  return { isTransparent, pixelsOf, meanBehind };
};
