import type { Clip, Size } from './clip.js';
import type { Run } from './run.js';

/** Where the window lies on the document, in CSS pixels from its top left: the end of what can be scrolled to. */
export interface View {
  /** What the window shows now. */
  shown: Clip;
  /** What it shows of a page that has not scrolled: its right end, where lines run from right to left. */
  initial: Clip;
  document: Size;
  /** Where the zero of `getBoundingClientRect` is. */
  corner: { x: number; y: number };
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
  const corner = { x: cssLayoutViewport.pageX, y: cssLayoutViewport.pageY };
  const shown = { x: corner.x + offsetX, y: corner.y + offsetY, width, height };
  // Zoomed out, a phone shows more than is right of where the page begins.
  const begin = (origin: number, most: number) => Math.max(Math.min(origin, most), 0);
  const x = begin(shown.x - pageX, cssContentSize.width - width);
  const y = begin(shown.y - pageY, cssContentSize.height - height);
  return { shown, initial: { x, y, width, height }, document: cssContentSize, corner, zoom: scale };
};

export const viewOf = async ({ page }: Run): Promise<View> =>
  viewIn(await page.inDocument(() => page.session.send('Page.getLayoutMetrics')));
