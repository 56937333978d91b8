import type { Colour } from './colours.js';

/** What pictures and canvases show, in 16 × 16 cells. Pictures of other sites cannot be read. */
export interface DarkSamples {
  /** Whether a canvas or picture shows so little that it hides nothing. */
  isTransparent: (source: HTMLCanvasElement | HTMLImageElement) => boolean;
  /** The mean colour behind the second box of a picture that fills the first. */
  meanBehind: (image: HTMLImageElement, filled: DOMRect, box: DOMRect) => Colour | undefined;
}

export const darkSamples = (): DarkSamples => {
  /** Cells on a side. Sources with more than this share of faint cells, below this alpha of 255, are transparent. */
  const [edge, mostly, faint] = [16, 0.9, 26];
  const known = new Map<string, Uint8ClampedArray | undefined>();

  const read = (source: CanvasImageSource) => {
    const context = new OffscreenCanvas(edge, edge).getContext('2d');
    try {
      context?.drawImage(source, 0, 0, edge, edge);
      return context?.getImageData(0, 0, edge, edge).data;
    } catch {
      return undefined;
    }
  };
  const cellsOf = (image: HTMLImageElement) => {
    const url = image.currentSrc || image.src;
    if (!known.has(url)) known.set(url, read(image));
    return known.get(url);
  };
  const isTransparent = (source: HTMLCanvasElement | HTMLImageElement) => {
    const isImage = source instanceof HTMLImageElement;
    // Reading a photo takes time, and a photo is opaque.
    if (isImage && /^data:image\/jpe?g|\.jpe?g(?:$|[?#])/i.test(source.currentSrc || source.src)) return false;
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
  return { isTransparent, meanBehind };
};
