import { innerOverflow } from '../in-page/inner-overflow.js';
import { mostPixels } from './clip.js';
import { applyViewport } from './open.js';
import type { Run } from './run.js';
import { waitUntilPainted, waitUntilQuiet } from './settle.js';
import type { Viewport } from './viewport.js';

export interface FullHeight {
  /** Height of the whole document in CSS pixels. */
  height: number;
  /** The viewport could not be grown to it. */
  beyondViewport: boolean;
}

/** The height of the document, with what a scrolling box that fills the window hides of it. */
const measure = async (run: Run): Promise<number> => {
  const { cssContentSize } = await run.page.session.send('Page.getLayoutMetrics');
  return Math.max(Math.ceil(cssContentSize.height + (await run.page.call(innerOverflow))), 1);
};

const resize = async (run: Run, viewport: Viewport) => {
  await applyViewport(run.page.session, viewport);
  await waitUntilQuiet(run);
  await waitUntilPainted(run);
};

/**
 * Makes the whole page visible at once. Growing the viewport is faster, and cross-origin frames below the fold are drawn
 * only so; but it stretches what is measured in `vh`. So it is tried, and where the page grew with it, taken back: then
 * the capture reaches beyond the viewport.
 */
export const fullHeight = async (run: Run, viewport: Viewport): Promise<FullHeight> => {
  const height = await measure(run);
  if (height <= viewport.height) return { height: viewport.height, beyondViewport: false };
  const pixels = height * viewport.width * viewport.deviceScaleFactor ** 2;
  if (pixels > mostPixels) return { height, beyondViewport: true };
  await resize(run, { ...viewport, height });
  if ((await measure(run)) === height) return { height, beyondViewport: false };
  await resize(run, viewport);
  return { height: await measure(run), beyondViewport: true };
};
