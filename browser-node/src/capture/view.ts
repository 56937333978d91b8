import type { Run } from './run.js';
import { type Viewport, viewportOf } from './viewport.js';

/** What the window shows of the document. */
export interface View extends Viewport {
  /** Pixels of the window for each CSS pixel of the document: phones show a wide page whole, and small. */
  zoom: number;
}

/** The view at the top of the page; its size is in CSS pixels of the document. */
export const viewOf = async ({ page, options }: Run): Promise<View> => {
  const viewport = viewportOf(options);
  if (!viewport.mobile) return { ...viewport, zoom: 1 };
  const { cssVisualViewport } = await page.session.send('Page.getLayoutMetrics');
  const { clientWidth, clientHeight, scale } = cssVisualViewport;
  return { ...viewport, width: clientWidth, height: clientHeight, zoom: scale };
};
