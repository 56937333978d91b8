import type { ImageOptions } from '@tintype/contracts';

/** A rectangle of the document, in CSS pixels. */
export interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Above about 120 megapixels Chromium leaves the rest of a picture white: too large is better than cut. */
export const mostPixels = 100_000_000;

export interface Size {
  width: number;
  height: number;
}

export type ClipOptions = Pick<ImageOptions, 'top' | 'left' | 'width' | 'height' | 'full'>;

/** The clip of the options; what they leave out reaches to the edge of the viewport, or with `full` of the page. */
export const clipOf = (options: ClipOptions, viewport: Size, pageHeight: number): Clip => {
  const { left: x, top: y } = options;
  const toEdge = (edge: number, start: number) => (start < edge ? edge - start : edge);
  const width = options.width ?? toEdge(viewport.width, x);
  const height = options.full ? Math.max(pageHeight - y, 1) : (options.height ?? toEdge(viewport.height, y));
  return { x, y, width, height };
};

/** The part of a box that lies in the document; undefined when none does. */
export const inDocument = ({ x, y, width, height }: Clip): Clip | undefined => {
  const [left, top] = [Math.max(x, 0), Math.max(y, 0)];
  const inside = { x: left, y: top, width: x + width - left, height: y + height - top };
  return inside.width > 0 && inside.height > 0 ? inside : undefined;
};

/** Grows to whole pixels, as an element's border would be cut otherwise. */
export const wholePixels = ({ x, y, width, height }: Clip): Clip => {
  const left = Math.floor(x);
  const top = Math.floor(y);
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
};

export const fitsIn = (clip: Clip, viewport: Size): boolean =>
  clip.x + clip.width <= viewport.width && clip.y + clip.height <= viewport.height;
