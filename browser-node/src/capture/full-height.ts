import { applyViewport } from './open.js';
import { type Run, within } from './run.js';
import type { Viewport } from './viewport.js';

export interface FullHeight {
  /** Height of the whole document in CSS pixels. */
  height: number;
  /** The viewport could not be grown to it. */
  beyondViewport: boolean;
}

const measure = async (run: Run): Promise<number> => {
  const { cssContentSize } = await within(run, run.page.session.send('Page.getLayoutMetrics'));
  return Math.ceil(cssContentSize.height);
};

/**
 * Makes the whole page visible at once. Growing the viewport is faster, and cross-origin frames below the fold are drawn
 * only so; but it stretches what is measured in `vh`. So it is tried, and where the page grew with it, taken back: then
 * the capture reaches beyond the viewport.
 */
export const fullHeight = async (run: Run, viewport: Viewport): Promise<FullHeight> => {
  const { session } = run.page;
  const height = Math.max(await measure(run), 1);
  if (height <= viewport.height) return { height: viewport.height, beyondViewport: false };
  await within(run, applyViewport(session, { ...viewport, height }));
  if ((await measure(run)) === height) return { height, beyondViewport: false };
  await within(run, applyViewport(session, viewport));
  return { height: await measure(run), beyondViewport: true };
};
