import { innerOverflow, layoutSum } from '../in-page/picture.js';
import { mostPixels } from './clip.js';
import { applyViewport } from './open.js';
import type { Run } from './run.js';
import { waitUntilPainted, waitUntilQuiet } from './settle.js';
import { viewOf } from './view.js';
import { type Viewport, viewportOf } from './viewport.js';

interface Measured {
  /** Height of the document. */
  document: number;
  /** What a scrolling box that fills the window hides of its content. */
  hidden: number;
  sum: number;
}

const measure = async ({ page }: Run): Promise<Measured> => {
  const { cssContentSize } = await page.session.send('Page.getLayoutMetrics');
  const hidden = await page.call(innerOverflow);
  const document = Math.max(Math.ceil(cssContentSize.height), 1);
  return { document, hidden, sum: await page.call(layoutSum) };
};

const resize = async (run: Run, viewport: Viewport) => {
  await applyViewport(run.page.session, viewport);
  await waitUntilQuiet(run);
  await waitUntilPainted(run);
};

/**
 * Whether the page is as high as the window that has grown to this height, with nothing stretched. A scrolling box that
 * showed more grows with the window, as it should; anything else that does is measured in `vh`.
 */
const fits = (height: number, before: Measured, after: Measured): boolean => {
  if (after.document !== height) return false;
  if (height > before.document) return after.hidden === 0;
  return after.sum === before.sum;
};

/**
 * Height of the whole page in CSS pixels, which is made visible at once. Growing the viewport is faster, and cross-origin
 * frames below the fold are drawn only so; but it stretches what is measured in `vh`. So it is tried, and where something
 * grew with it, taken back: then the capture reaches beyond the viewport. That shows nothing more of a scrolling box, so
 * the height of such a box counts only where it grew.
 */
export const fullHeight = async (run: Run): Promise<number> => {
  const viewport = viewportOf(run.options);
  const { shown, zoom } = await viewOf(run);
  const before = await measure(run);
  // A larger window would change the zoom.
  if (zoom !== 1) return Math.max(before.document, shown.height);
  const heights = [before.document + before.hidden, before.document].filter((height) => height > shown.height);
  for (const height of new Set(heights)) {
    const pixels = height * viewport.width * viewport.deviceScaleFactor ** 2;
    if (pixels > mostPixels) return height;
    await resize(run, { ...viewport, height });
    if (fits(height, before, await measure(run))) return height;
  }
  if (heights.length === 0) return shown.height;
  await resize(run, viewport);
  return (await measure(run)).document;
};
