import { innerOverflow } from '../in-page/inner-overflow.js';
import { layoutSum } from '../in-page/layout-sum.js';
import { mostPixels } from './clip.js';
import { applyViewport } from './open.js';
import type { Run } from './run.js';
import { waitUntilPainted, waitUntilQuiet } from './settle.js';
import { viewOf } from './view.js';
import { type Viewport, viewportOf } from './viewport.js';

interface Measured {
  height: number;
  /** What a scrolling box that fills the window hides of the height. */
  hidden: number;
  sum: number;
}

const measure = async ({ page }: Run): Promise<Measured> => {
  const { cssContentSize } = await page.session.send('Page.getLayoutMetrics');
  const hidden = await page.call(innerOverflow);
  const height = Math.max(Math.ceil(cssContentSize.height + hidden), 1);
  return { height, hidden, sum: await page.call(layoutSum) };
};

/** A scrolling box grows with the window, as it should; anything else that does is measured in `vh`. */
const stretched = (before: Measured, after: Measured) =>
  after.height !== before.height || (before.hidden === 0 && after.sum !== before.sum);

const resize = async (run: Run, viewport: Viewport) => {
  await applyViewport(run.page.session, viewport);
  await waitUntilQuiet(run);
  await waitUntilPainted(run);
};

/**
 * Height of the whole page in CSS pixels, which is made visible at once. Growing the viewport is faster, and cross-origin
 * frames below the fold are drawn only so; but it stretches what is measured in `vh`. So it is tried, and where something
 * grew with it, taken back: then the capture reaches beyond the viewport.
 */
export const fullHeight = async (run: Run): Promise<number> => {
  const viewport = viewportOf(run.options);
  const { shown, zoom } = await viewOf(run);
  const before = await measure(run);
  const { height } = before;
  if (height <= shown.height) return shown.height;
  // A larger window would change the zoom.
  if (zoom !== 1) return height;
  const pixels = height * viewport.width * viewport.deviceScaleFactor ** 2;
  if (pixels > mostPixels) return height;
  await resize(run, { ...viewport, height });
  if (!stretched(before, await measure(run))) return height;
  await resize(run, viewport);
  return (await measure(run)).height;
};
