import { type ImageOptions, TintypeError } from '@tintype/contracts';
import { maxPixels, type Size } from '../area/clip.js';

type ImageType = ImageOptions['type'];

/** Longest side of each format, in pixels. */
const longestEdge: Record<ImageType, number> = { png: 2 ** 31 - 1, jpeg: 65_535, webp: 16_383, avif: 16_384 };

/** An encoder needs 1 GB for an avif of this size. More would take the memory of the node's other renders. */
const maxAvifPixels = 25_000_000;

const smallerResize = 'a smaller `resizeWidth` or `resizeHeight`';

const tooManyPixels = ({ width, height }: Size, isResized: boolean) => {
  const smaller = isResized ? smallerResize : 'a smaller clip (`width` and `height`) or a lower `scaleFactor`';
  const size = `${Math.ceil(width)} × ${Math.ceil(height)} pixels`;
  return new TintypeError(
    'result_too_large',
    `The picture would have ${size}: more than ${maxPixels / 1e6} megapixels. Use ${smaller}.`,
  );
};

/** `isResized`: the size is that of `resizeWidth` and `resizeHeight`. Throws `result_too_large`. */
export const checkSize = (size: Size, type: ImageType, isResized = false): void => {
  const { width, height } = size;
  if (width * height > maxPixels) throw tooManyPixels(size, isResized);
  if (type === 'avif' && width * height > maxAvifPixels) {
    const smaller = isResized ? `or ${smallerResize}` : 'a clip or `resizeWidth`';
    throw new TintypeError(
      'result_too_large',
      `An avif has at most ${maxAvifPixels / 1e6} megapixels. Use webp, ${smaller}.`,
    );
  }
  if (Math.max(width, height) > longestEdge[type]) {
    const smaller = isResized ? smallerResize : 'a clip';
    throw new TintypeError(
      'result_too_large',
      `The format ${type} has at most ${longestEdge[type]} pixels per side. Use png or ${smaller}.`,
    );
  }
};

/** The error for a capture of more than `maxBytes`, which the resize would enlarge. */
export const tooManyBytesToResize = (maxBytes: number, cause: Error): TintypeError => {
  const size = `The picture has more than ${Math.floor(maxBytes / 2 ** 20)} MiB before it is resized`;
  const advice = 'Use a smaller clip, a lower `scaleFactor`, or leave out `resizeWidth` and `resizeHeight`.';
  return new TintypeError('result_too_large', `${size}. ${advice}`, { cause });
};

/** The error for a file of more than `maxBytes`. */
export const tooManyBytes = (type: ImageType, maxBytes: number, cause: Error): TintypeError => {
  const smaller = type === 'png' ? 'Use `type=jpeg`' : 'Use a lower `quality`';
  const sentence = `The picture has more than ${Math.floor(maxBytes / 2 ** 20)} MiB as ${type}. ${smaller}, or a smaller clip.`;
  return new TintypeError('result_too_large', sentence, { cause });
};

type ResizeOptions = Pick<ImageOptions, 'resizeWidth' | 'resizeHeight'>;

/** The size that the options ask for. A missing edge keeps the proportions of `source`; without both: undefined. */
export const resizedSize = ({ resizeWidth, resizeHeight }: ResizeOptions, source: Size): Size | undefined => {
  if (resizeWidth === undefined && resizeHeight === undefined) return undefined;
  const scaled = (edge: number, other: number, newOther: number) => Math.max(Math.round((edge * newOther) / other), 1);
  return {
    width: resizeWidth ?? scaled(source.width, source.height, resizeHeight ?? source.height),
    height: resizeHeight ?? scaled(source.height, source.width, resizeWidth ?? source.width),
  };
};

const factorOf = (source: Size, target: Size): number =>
  Math.max(target.width / source.width, target.height / source.height);

/** The factor by which Chromium may shrink a picture before its resize. Undefined if an edge of `target` is not smaller. */
export const shrinkFactor = (source: Size, target: Size): number | undefined => {
  const factor = factorOf(source, target);
  return factor < 1 ? factor : undefined;
};

/** How Chromium draws a picture in another size: a part of the source, by a factor. */
export interface Drawing {
  factor: number;
  part: Size;
}

/** How to draw `source` in the size `target`. Undefined if that would cut off more than one pixel of `target` from an edge. */
export const drawingOf = (source: Size, target: Size): Drawing | undefined => {
  const factor = factorOf(source, target);
  const part = { width: target.width / factor, height: target.height / factor };
  const isWhole = (whole: number, drawn: number) => (whole - drawn) * factor <= 1;
  return isWhole(source.width, part.width) && isWhole(source.height, part.height) ? { factor, part } : undefined;
};
