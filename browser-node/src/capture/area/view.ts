import type { Run } from '../run.js';
import type { Clip, Size } from './clip.js';

/** The window's place on the document, in CSS pixels from its top left. */
export interface View {
  /** The visible part now. */
  shown: Clip;
  /** The visible part before any scrolling: the right end in right-to-left pages. */
  initial: Clip;
  document: Size;
  /** The point where `scrollX` and `scrollY` are 0; constant. */
  origin: { x: number; y: number };
  /** Window pixels per CSS pixel: phones shrink a wide page. */
  zoom: number;
}

interface Layout {
  cssLayoutViewport: { pageX: number; pageY: number };
  /** `pageX` and `pageY` count from `origin`. `pageX` is negative once a right-to-left page is scrolled to the left. */
  cssVisualViewport: {
    offsetX: number;
    offsetY: number;
    pageX: number;
    pageY: number;
    clientWidth: number;
    clientHeight: number;
    scale: number;
  };
  cssContentSize: Size;
}

/** The view in the answer of `Page.getLayoutMetrics`. */
export const viewIn = ({ cssLayoutViewport, cssVisualViewport, cssContentSize }: Layout): View => {
  const { offsetX, offsetY, pageX, pageY, clientWidth: width, clientHeight: height, scale } = cssVisualViewport;
  const shown = { x: cssLayoutViewport.pageX + offsetX, y: cssLayoutViewport.pageY + offsetY, width, height };
  const origin = { x: shown.x - pageX, y: shown.y - pageY };
  // A zoomed-out phone can show more than the page.
  const clamp = (start: number, max: number) => Math.max(Math.min(start, max), 0);
  const x = clamp(origin.x, cssContentSize.width - width);
  const y = clamp(origin.y, cssContentSize.height - height);
  return { shown, initial: { x, y, width, height }, document: cssContentSize, origin, zoom: scale };
};

export const viewOf = async ({ page }: Run): Promise<View> =>
  viewIn(await page.inDocument(() => page.session.send('Page.getLayoutMetrics')));
