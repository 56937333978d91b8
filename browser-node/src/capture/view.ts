import type { Clip, Size } from './clip.js';
import type { Run } from './run.js';

/** Where the window lies on the document, in CSS pixels from its top left. */
export interface View {
  /** What the window shows now. */
  shown: Clip;
  /** What it shows of a page that has not scrolled: its right end, where lines run from right to left. */
  initial: Clip;
  document: Size;
  /** Where `scrollX` and `scrollY` are 0. Scrolling does not move it. */
  origin: { x: number; y: number };
  /** Pixels of the window for each CSS pixel of the document: phones show a wide page whole, and small. */
  zoom: number;
}

interface Layout {
  cssLayoutViewport: { pageX: number; pageY: number };
  /** Its page offsets count from where the page begins, and so are negative where it is scrolled to the left. */
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

/** From the answer of `Page.getLayoutMetrics`. */
export const viewIn = ({ cssLayoutViewport, cssVisualViewport, cssContentSize }: Layout): View => {
  const { offsetX, offsetY, pageX, pageY, clientWidth: width, clientHeight: height, scale } = cssVisualViewport;
  const shown = { x: cssLayoutViewport.pageX + offsetX, y: cssLayoutViewport.pageY + offsetY, width, height };
  const origin = { x: shown.x - pageX, y: shown.y - pageY };
  // A zoomed-out phone can show more than the page: clamp to the document.
  const clamp = (start: number, most: number) => Math.max(Math.min(start, most), 0);
  const x = clamp(origin.x, cssContentSize.width - width);
  const y = clamp(origin.y, cssContentSize.height - height);
  return { shown, initial: { x, y, width, height }, document: cssContentSize, origin, zoom: scale };
};

export const viewOf = async ({ page }: Run): Promise<View> =>
  viewIn(await page.inDocument(() => page.session.send('Page.getLayoutMetrics')));
