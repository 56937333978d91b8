import type { ImageOptions } from '@tintype/contracts';

/** A rectangle of the document, in CSS pixels. */
export interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Above about 120 megapixels Chromium leaves the rest of a picture white. */
export const maxPixels = 100_000_000;

export interface Size {
  width: number;
  height: number;
}

export type ClipOptions = Pick<ImageOptions, 'top' | 'left' | 'width' | 'height' | 'full'>;

export const hasClip = ({ top, left, width, height, full }: ClipOptions): boolean =>
  full || [top, left, width, height].some((side) => side !== undefined);

/** Content that begins more window widths to the left counts as hidden: skip links lie at `left: -9999px`. */
const maxWindowsBeyond = 2;

/** Left edge of the full page, in CSS pixels. In right-to-left pages, the unscrolled window may have more to its left. */
export const fullPageLeft = (window: Clip, scrollsSideways: boolean): number =>
  scrollsSideways && window.x <= maxWindowsBeyond * window.width ? 0 : window.x;

/**
 * The clip of the options. A missing side defaults to the unscrolled window; with `full`, the page up to the window's
 * right edge.
 */
export const clipOf = (options: ClipOptions, window: Clip, page: { left: number; height: number }): Clip => {
  const { full } = options;
  const { left: x = full ? page.left : window.x, top: y = full ? 0 : window.y } = options;
  const right = window.x + window.width;
  const bottom = window.y + window.height;
  const upTo = (edge: number, start: number, max: number) => (start < edge ? Math.min(edge - start, max) : max);
  const width = options.width ?? (full && x < right ? right - x : upTo(right, x, window.width));
  const height = full ? Math.max(page.height - y, 1) : (options.height ?? upTo(bottom, y, window.height));
  return { x, y, width, height };
};

/** The part of a box inside the document; undefined if none is. */
export const clampToDocument = ({ x, y, width, height }: Clip): Clip | undefined => {
  const left = Math.max(x, 0);
  const top = Math.max(y, 0);
  const inside = { x: left, y: top, width: x + width - left, height: y + height - top };
  return inside.width > 0 && inside.height > 0 ? inside : undefined;
};

/** Grows a box to whole pixels. Else the picture would cut an element's border. */
export const roundOut = ({ x, y, width, height }: Clip): Clip => {
  const left = Math.floor(x);
  const top = Math.floor(y);
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
};

export const contains = (outer: Clip, inner: Clip): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;
