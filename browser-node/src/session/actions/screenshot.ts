import { TintypeError } from '@tintype/contracts';
import { race } from '@tintype/runtime';
import { CdpError } from '../../browser/cdp/connection.js';
import { type Clip, clampToDocument, fullPageLeft, roundOut } from '../../capture/area/clip.js';
import { viewIn } from '../../capture/area/view.js';
import { endMotion } from '../../capture/prepare/end-motion.js';
import { loadLazy, stopTransitions } from '../../capture/prepare/joined-functions.js';
import { keepRevealed, releaseRevealed, stopLoadLazy } from '../../in-page/full-page/lazy-scroll.js';
import { waitForEagerImages } from '../../in-page/loading.js';
import { scrollsSideways } from '../../in-page/picture.js';
import { pixelRatio, scrollBack, scrollPosition } from '../../in-page/window.js';
import { placedBox } from '../browser/projection.js';
import type { Action, ActionContext } from '../context/action-context.js';
import { notFound, notVisible } from '../elements/diagnosis.js';
import { callLimit } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { viewOf } from '../elements/points.js';
import { ask } from '../page-world/ask.js';
import { callInPage } from '../page-world/call-in-page.js';

const lazyMs = 15_000;
const lazyScreens = 200;
const picturesMs = 5000;
const motionMs = 3000;
/** Time beyond a budget, and the budget of clean-ups. A page that takes longer is captured as it is. */
const graceMs = 500;

/**
 * Limits work to `milliseconds`, and to a third of the remaining time: the picture needs the rest. Undefined if the
 * work takes longer.
 */
const inBudget = async <T>(
  { deadline }: ActionContext,
  milliseconds: number,
  work: (budgetMs: number) => Promise<T>,
): Promise<T | undefined> => {
  const budgetMs = Math.floor(Math.min(milliseconds, deadline.remaining / 3));
  const signal = AbortSignal.timeout(budgetMs + graceMs);
  try {
    return await race(work(budgetMs), signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
};

/** Does not race the deadline, since nothing else may use a scrolling page. */
const scrollThrough = async (context: ActionContext): Promise<void> => {
  const { target, deadline } = context;
  const stop = () => callInPage(target, stopLoadLazy).catch(() => undefined);
  deadline.signal.throwIfAborted();
  deadline.signal.addEventListener('abort', stop, { once: true });
  try {
    // A DevTools client may run scripts at the same time.
    const limits = { maxScreens: lazyScreens, hasOtherScripts: true };
    await inBudget(context, lazyMs, (timeoutMs) => callInPage(target, loadLazy, { timeoutMs, ...limits }));
  } finally {
    deadline.signal.removeEventListener('abort', stop);
  }
};

/** Scrolls through the page, so that lazy content loads, and back again even if aborted. */
const loadWholePage = async (context: ActionContext): Promise<void> => {
  const { target, deadline } = context;
  const { x, y } = await callInPage(target, scrollPosition);
  try {
    await scrollThrough(context);
    await deadline.race(inBudget(context, picturesMs, (budgetMs) => callInPage(target, waitForEagerImages, budgetMs)));
  } finally {
    await inBudget(context, picturesMs, () => callInPage(target, scrollBack, x, y));
  }
  // `keepRevealed` starts the transitions that reveal hidden sections, so it precedes `endMotion`.
  await deadline.race(callInPage(target, keepRevealed, false));
  const moving: Parameters<typeof endMotion>[0] = {
    finish: (script, mayFinish) => callInPage(target, script, mayFinish),
    wait: (script) => callInPage(target, script),
    ignore: (script) => callInPage(target, script),
  };
  await deadline.race(inBudget(context, motionMs, () => endMotion(moving)));
};

const attempts = 10;
/** A page that loads another document needs a moment. */
const pauseMs = 100;

/** The element's box in CSS pixels of the document. */
const elementClip = async (context: ActionContext, selector: string): Promise<Clip> => {
  const which = { selector };
  const { frame } = await locate(context, which);
  const shown = await ask(frame, 'shownBox', { question: which, limit: callLimit(context) });
  if (!shown) throw await notFound(context, which);
  const inWindow = placedBox(await viewOf(context, frame), shown);
  const { cssLayoutViewport } = await context.target.send('Page.getLayoutMetrics');
  const x = inWindow.x + cssLayoutViewport.pageX;
  const y = inWindow.y + cssLayoutViewport.pageY;
  const box = clampToDocument({ ...inWindow, x, y });
  if (!box) throw notVisible(which);
  return roundOut(box);
};

const pageClip = async (context: ActionContext): Promise<Clip> => {
  const { target } = context;
  await loadWholePage(context);
  const { initial, document } = viewIn(await target.send('Page.getLayoutMetrics'));
  const left = initial.x > 0 ? fullPageLeft(initial, await callInPage(target, scrollsSideways)) : 0;
  return roundOut({ x: left, y: 0, width: document.width - left, height: document.height });
};

const windowSize = async ({ target }: ActionContext) => {
  const { cssLayoutViewport } = await target.send('Page.getLayoutMetrics');
  return { width: cssLayoutViewport.clientWidth, height: cssLayoutViewport.clientHeight };
};

/** Throws if the picture is too large: it would crash the browser. */
const checkSize = async ({ target, browser }: ActionContext, { width, height }: Pick<Clip, 'width' | 'height'>) => {
  const ratio = await callInPage(target, pixelRatio);
  if (width * height * ratio ** 2 <= browser.maxPixels) return;
  const megapixels = Math.floor(browser.maxPixels / 1e6);
  throw new TintypeError(
    'result_too_large',
    `The picture has more than ${megapixels} megapixels. Capture less of the page.`,
  );
};

/** Chromium fails every fifth capture of a freshly loaded page, or returns no data. */
const shoot = async ({ target, deadline }: ActionContext, clip: Clip | undefined): Promise<string> => {
  const request = clip
    ? { format: 'png' as const, clip: { ...clip, scale: 1 }, captureBeyondViewport: true }
    : { format: 'png' as const };
  for (let attempt = 1; ; attempt += 1) {
    deadline.signal.throwIfAborted();
    const { data } = await target.send('Page.captureScreenshot', request).catch((error: unknown) => {
      if (!(error instanceof CdpError) || attempt === attempts) throw error;
      return { data: '' };
    });
    if (data) return data;
    if (attempt === attempts)
      throw new TintypeError(
        'render_failed',
        `The browser did not capture the page in ${attempts} attempts. Try again.`,
      );
    if (attempt > 1) await deadline.sleep(pauseMs);
  }
};

/** Captures the clip, which may lie beyond the window, without the transitions that such a capture starts. */
const shootClip = async (context: ActionContext, clip: Clip): Promise<string> => {
  const { target } = context;
  await callInPage(target, stopTransitions, true);
  try {
    return await shoot(context, clip);
  } finally {
    await inBudget(context, graceMs, () => callInPage(target, stopTransitions, false)).catch(() => undefined);
  }
};

/** Sections that hide outside the window stay visible, for this picture only. */
const shootWhole = async (context: ActionContext): Promise<string> => {
  try {
    const clip = await pageClip(context);
    await checkSize(context, clip);
    return await shootClip(context, clip);
  } finally {
    await inBudget(context, graceMs, () => callInPage(context.target, releaseRevealed)).catch(() => undefined);
  }
};

const shootElement = async (context: ActionContext, selector: string): Promise<string> => {
  const clip = await elementClip(context, selector);
  await checkSize(context, clip);
  return shootClip(context, clip);
};

const shootWindow = async (context: ActionContext): Promise<string> => {
  await checkSize(context, await windowSize(context));
  return shoot(context, undefined);
};

/** Captures in `target`: only that CDP session knows the scale. */
export const screenshot: Action<'screenshot'> = async (context, { fullPage, selector }) => {
  const shootPage = fullPage ? shootWhole : shootWindow;
  const bodyBase64 = await (selector === undefined ? shootPage(context) : shootElement(context, selector));
  if (bodyBase64.length > context.maxBytes) throw new TintypeError('result_too_large');
  return { contentType: 'image/png', bodyBase64 };
};
