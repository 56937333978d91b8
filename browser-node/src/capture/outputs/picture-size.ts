import { type ImageOptions, TintypeError } from '@tintype/contracts';
import { maxPixels, type Size } from '../clip.js';

type ImageType = ImageOptions['type'];

/** Longest side of each format, in pixels. */
const longestEdge: Record<ImageType, number> = { png: 2 ** 31 - 1, jpeg: 65_535, webp: 16_383, avif: 16_384 };

/** Throws `result_too_large`. */
export const checkSize = ({ width, height }: Size, type: ImageType): void => {
  if (width * height > maxPixels) {
    throw new TintypeError(
      'result_too_large',
      'The picture would have more than 100 megapixels. Use a clip or a lower scaleFactor.',
    );
  }
  if (Math.max(width, height) > longestEdge[type]) {
    throw new TintypeError(
      'result_too_large',
      `The format ${type} has at most ${longestEdge[type]} pixels per side. Use png or a clip.`,
    );
  }
};

type ResizeOptions = Pick<ImageOptions, 'resizeWidth' | 'resizeHeight'>;

/** The size that the options ask for. A missing edge keeps the proportions of `source`; without both: undefined. */
export const resizedSize = ({ resizeWidth, resizeHeight }: ResizeOptions, source: Size): Size | undefined => {
  if (resizeWidth === undefined && resizeHeight === undefined) return undefined;
  const scaled = (edge: number, known: number, wanted: number) => Math.max(Math.round((edge * wanted) / known), 1);
  return {
    width: resizeWidth ?? scaled(source.width, source.height, resizeHeight ?? source.height),
    height: resizeHeight ?? scaled(source.height, source.width, resizeWidth ?? source.width),
  };
};

/** The factor by which Chromium draws `source` in the size `target`. Undefined if it would be off by more than a pixel. */
export const drawingScale = (source: Size, target: Size): number | undefined => {
  const factor = target.width / source.width;
  return Math.abs(source.height * factor - target.height) <= 1 ? factor : undefined;
};
