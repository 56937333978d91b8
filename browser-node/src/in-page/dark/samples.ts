import type { Colour } from './colours.js';

/** What pictures and canvases show, mostly in 16 × 16 cells. Pictures of other sites cannot be read. */
export interface DarkSamples {
  /** Whether a canvas or picture shows so little that it hides nothing. */
  isTransparent: (source: HTMLCanvasElement | HTMLImageElement) => boolean;
  /** 48 × 48 single pixels of a picture that may be transparent. More of a canvas, which may be a chart. */
  pixelsOf: (source: HTMLCanvasElement | HTMLImageElement) => Uint8ClampedArray | undefined;
  /** The mean colour behind the second box of a picture that fills the first. */
  meanBehind: (image: HTMLImageElement, filled: DOMRect, box: DOMRect) => Colour | undefined;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const darkSamples = (): DarkSamples => {
  /** Cells on a side. Sources with more than this share of faint cells, below this alpha of 255, are transparent. */
  const [edge, mostly, faint] = [16, 0.9, 26];
  const [pixelEdge, canvasEdge] = [48, 160];
  /** The largest picture for `pixelsOf`, in pixels, the largest of all, and the number of pictures for `pixelsOf`. */
  const [maxPixels, maxSource] = [2_000_000, 24_000_000];
  let pixelReads = 200;
  /** The time for all, and the part of it that is not for `pixelsOf`, in ms. */
  let readMs = 500;
  const cellMs = 200;
  const known = new Map<string | Element, Uint8ClampedArray | undefined>();

  const isCanvas = (source: HTMLCanvasElement | HTMLImageElement): source is HTMLCanvasElement =>
    !('naturalWidth' in source);
  const areaOf = (source: HTMLCanvasElement | HTMLImageElement) =>
    isCanvas(source) ? source.width * source.height : source.naturalWidth * source.naturalHeight;
  const draw = (source: CanvasImageSource, length: number) => {
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
  const read = (source: HTMLCanvasElement | HTMLImageElement, length = edge) => {
    if (readMs <= 0 || areaOf(source) > maxSource) return undefined;
    const begun = performance.now();
    const pixels = draw(source, length);
    readMs -= performance.now() - begun;
    return pixels;
  };
  const cellsOf = (source: HTMLCanvasElement | HTMLImageElement) => {
    const key = isCanvas(source) ? source : source.currentSrc || source.src;
    if (!known.has(key)) known.set(key, read(source));
    return known.get(key);
  };
  /** Reading a photo takes time, and a photo is opaque. */
  const isPhoto = (image: HTMLImageElement) =>
    /^data:image\/jpe?g|\.jpe?g(?:$|[?#])/i.test(image.currentSrc || image.src);
  const pixelsOf = (source: HTMLCanvasElement | HTMLImageElement) => {
    if (pixelReads === 0 || readMs <= cellMs) return undefined;
    const isReadable = isCanvas(source) || (source.complete && areaOf(source) <= maxPixels && !isPhoto(source));
    if (!isReadable) return undefined;
    pixelReads -= 1;
    return read(source, isCanvas(source) ? canvasEdge : pixelEdge);
  };
  const isTransparent = (source: HTMLCanvasElement | HTMLImageElement) => {
    if (!isCanvas(source) && isPhoto(source)) return false;
    const cells = cellsOf(source) ?? [];
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
