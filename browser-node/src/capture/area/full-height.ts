import { worldName } from '../../browser/page/call-function.js';
import { keepRevealed, revealAgain } from '../../in-page/full-page/lazy-scroll.js';
import { announceSize, guardResize, muteResize } from '../../in-page/full-page/resizing.js';
import { innerOverflow, layoutSum, rootHeight } from '../../in-page/picture.js';
import { waitUntilPainted, waitUntilQuiet } from '../load/wait-until-still.js';
import { applyViewport } from '../open/open.js';
import { viewportOf } from '../open/viewport.js';
import { endMotionOf } from '../prepare/end-motion.js';
import { blankHeight, fillsBlank } from '../prepare/joined-functions.js';
import { type Run, withBudget } from '../run.js';
import { maxPixels } from './clip.js';
import { viewOf } from './view.js';

interface Measurement {
  /** The document's height. */
  document: number;
  /** The content height that an inner scrolling box hides. */
  hidden: number;
  /** The sum of all elements' heights. */
  sum: number;
}

/** A document without the right to run scripts has no timers, so its calls need limits. */
const revealMs = 1500;
const blankMs = 1500;

const measure = async ({ page }: Run): Promise<Measurement> => {
  const { cssContentSize } = await page.session.send('Page.getLayoutMetrics');
  const hidden = await page.call(innerOverflow);
  const document = Math.max(Math.ceil(cssContentSize.height), 1);
  return { document, hidden, sum: await page.call(layoutSum) };
};

const resize = async (run: Run, height: number) => {
  await applyViewport(run.page.session, { ...viewportOf(run.options), height });
  await waitUntilQuiet(run);
  await waitUntilPainted(run);
};

const growTo = async (run: Run, height: number) => {
  await resize(run, height);
  await withBudget(run, revealMs, () => run.page.call(revealAgain));
  await endMotionOf(run);
};

/** Returns to the window's original size. Content that the larger window revealed stays. */
const shrink = async (run: Run) => {
  await run.page.call(keepRevealed, false);
  await resize(run, viewportOf(run.options).height);
  await endMotionOf(run);
};

/**
 * Whether the page fits the window that grew to this height, without stretching. An inner scrolling box should grow
 * with the window; other growth depends on `vh`.
 */
const fits = (height: number, before: Measurement, after: Measurement): boolean => {
  if (after.document !== height) return false;
  if (height > before.document) return after.hidden === 0;
  return after.sum === before.sum;
};

/** Grows the window. Scripts learn of the resize only if an inner box, which they may size, is to grow. */
const grow = async (run: Run, height: number, before: Measurement): Promise<Measurement> => {
  await run.page.call(muteResize, height <= before.document);
  await growTo(run, height);
  return measure(run);
};

/**
 * The page's height without the part that a transform added until the window showed it. A document is at least as high
 * as its window: only a lower window shows a lower page.
 */
const withoutTransforms = async (run: Run, height: number, before: Measurement): Promise<number> => {
  const lower = Math.ceil(await run.page.call(rootHeight));
  if (lower >= height || lower < viewportOf(run.options).height) return height;
  if (fits(lower, before, await grow(run, lower, before))) return lower;
  await grow(run, height, before);
  return height;
};

/** Grows the window to this height. Returns the page's height if it fits. */
const tryHeight = async (run: Run, height: number, before: Measurement): Promise<number | undefined> => {
  if (!fits(height, before, await grow(run, height, before))) return undefined;
  return height > before.document ? height : withoutTransforms(run, height, before);
};

/** Warns of an empty part that the page fills when it is scrolled there. The window must have its original size. */
const warnOfBlank = async (run: Run, blank: number): Promise<void> => {
  if (!(await withBudget(run, blankMs, () => run.page.call(fillsBlank)))) return;
  run.warnings.push(
    `The page is empty for ${blank} pixels: some lists draw only the rows that the window shows. A larger \`vh\` shows more rows.`,
  );
};

const announce = async (run: Run): Promise<void> => {
  await run.page.call(announceSize);
  await waitUntilQuiet(run);
  await endMotionOf(run);
};

/** Returns the window to its original size for `warnOfBlank`, then grows it to `height` again. */
const warnOfBlankIn = async (run: Run, height: number, blank: number): Promise<void> => {
  await run.page.call(muteResize, true);
  await shrink(run);
  await warnOfBlank(run, blank);
  await growTo(run, height);
  await announce(run);
};

/**
 * If a part without content is higher than the original window, announces the new size to scripts. If the page's height
 * then changes, the window returns to its original size. Returns the page's height.
 */
const fillLists = async (run: Run, height: number): Promise<number> => {
  const viewport = viewportOf(run.options);
  if ((await run.page.call(blankHeight)) <= viewport.height) return height;
  await announce(run);
  const blank = await run.page.call(blankHeight);
  if (blank > viewport.height) await warnOfBlankIn(run, height, blank);
  if ((await measure(run)).document === height) return height;
  await shrink(run);
  await run.page.call(muteResize, true);
  return (await measure(run)).document;
};

/** Call it before the first request. Scripts that size parts by `innerHeight` would follow a growing window. */
export const guardFullHeight = async ({ page }: Run): Promise<void> => {
  const source = `(${guardResize})();`;
  await page.session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName });
};

/**
 * Grows the viewport to the full page, and returns the page's height in CSS pixels. A grown viewport is fast, and only
 * there Chromium draws cross-origin frames below the fold. But elements that depend on `vh` may stretch. If one does, the
 * viewport returns to its size. The capture then reaches beyond the viewport, which scripts see as a resize, too. Such a
 * capture reveals no more of an inner box. So the box's hidden height counts only in a grown viewport.
 */
export const fullHeight = async (run: Run): Promise<number> => {
  const viewport = viewportOf(run.options);
  const { shown, zoom } = await viewOf(run);
  const before = await measure(run);
  // A larger window would change the zoom.
  if (zoom !== 1) {
    await run.page.call(muteResize, true);
    return Math.max(before.document, shown.height);
  }
  const heights = [before.document + before.hidden, before.document].filter((height) => height > shown.height);
  for (const height of new Set(heights)) {
    const pixels = height * viewport.width * viewport.deviceScaleFactor ** 2;
    if (pixels > maxPixels) return height;
    const fitting = await tryHeight(run, height, before);
    if (fitting !== undefined) return fillLists(run, fitting);
    // The muting stays the same: scripts learn of both resizes or of none.
    await shrink(run);
  }
  if (heights.length === 0) return shown.height;
  await run.page.call(muteResize, true);
  const blank = await run.page.call(blankHeight);
  if (blank > viewport.height) await warnOfBlank(run, blank);
  return (await measure(run)).document;
};
