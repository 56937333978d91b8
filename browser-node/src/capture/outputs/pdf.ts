import { paperOf, TintypeError } from '@tintype/contracts';
import { keepRevealed } from '../../in-page/full-page/lazy-scroll.js';
import { waitForFrames } from '../../in-page/loading.js';
import { canvasBrightness } from '../../in-page/picture.js';
import { noteBars, unfixBars } from '../../in-page/print/bars.js';
import { sideOverflow } from '../../in-page/print/fit-width.js';
import { showOnly } from '../../in-page/print/only-element.js';
import { usedPageNames } from '../../in-page/print/page-rules.js';
import { keepBlankScrollers, unrollScrollers } from '../../in-page/print/unroll.js';
import { waitUntilPainted, waitUntilQuiet } from '../load/wait-until-still.js';
import { emulatedMedia } from '../open/emulation.js';
import { viewportOf } from '../open/viewport.js';
import { noElement, ownSelector, waitForOwnElement } from '../own-element.js';
import { endMotionOf } from '../prepare/end-motion.js';
import { blankTools, inkTexts, unstickAll } from '../prepare/joined-functions.js';
import { loadEverything } from '../prepare/prepare.js';
import { fitPaper } from '../print/fit-paper.js';
import { checkCssPapers, contentOf, pageRulesOf } from '../print/page-box.js';
import { print } from '../print/print.js';
import { printSinglePage } from '../print/single-page.js';
import { printedMargins } from '../print/templates.js';
import { type Output, type OutputStep, type Run, withBudget } from '../run.js';
import { inFrames } from '../sweeps/frames.js';

/** CSS pixels: 2,700 sheets of A4. For 30 million, Chromium needs minutes. */
const maxHeight = 3_000_000;
const partlyPrinted = `Boxes that scroll were not printed in full: their content is blank until scrolled, or exceeds ${maxHeight} pixels.`;
/** A page whose background is brighter, from 0 to 255, has no dark styles. We darken no print: it would take much ink. */
const lightBrightness = 128;
const isLight = async ({ page }: Run<'pdf'>) => (await page.call(canvasBrightness)) > lightBrightness;
const noDarkStyles = 'The page has no dark styles, so `darkMode` left the PDF light.';
const darkOnScreen =
  'The dark styles of the page are not for print, so `darkMode` left the PDF light. `media=screen` prints those of the screen.';
const pixelsPerInch = 96;
/** A limit, because a sandboxed document has no animation frames to wait for. */
const framesMs = 300;
/** 100,000 elements take a third of this time. */
const namesMs = 1000;
/** A document looks at its texts for 1 s. */
const inkMs = 2000;

/**
 * Lays the page out as on paper. Else the print would lack the pictures of print styles, and scripts could not draw charts
 * for the paper's width.
 */
const showAsPrint = async (run: Run<'pdf'>, isUnwatched: boolean): Promise<void> => {
  const { page, options } = run;
  await page.call(noteBars);
  // These run in this order: commands of one page do not overtake each other.
  const [screenOverflow, , rules] = await Promise.all([
    page.call(sideOverflow),
    page.session.send('Emulation.setEmulatedMedia', emulatedMedia(options, options.media ?? 'print')),
    pageRulesOf(run),
  ]);
  await checkCssPapers(options, rules, () => withBudget(run, namesMs, () => page.call(usedPageNames)));
  const content = contentOf(options, rules);
  const { height, deviceScaleFactor, mobile } = viewportOf(options);
  const width = Math.max(Math.round((content.width / options.scale) * pixelsPerInch), 1);
  await page.session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile });
  // Layout alone asks for the pictures of print styles.
  await withBudget(run, framesMs, () => page.call(isUnwatched ? layOutUnwatched : waitForFrames));
  await waitUntilQuiet(run);
  await waitUntilPainted(run);
  await page.call(unstickAll);
  // A page that is made for paper may repeat its header by intention.
  const isForPaper = run.document !== undefined || options.singlePage || rules.size > 0;
  if (!isForPaper) await page.call(unfixBars);
  await fitPaper(run, content, screenOverflow);
};

/**
 * Lays out a document that no script watches. Waits for frames only if a picture has several sources. Chromium chooses
 * among them for the new width when it draws a frame.
 */
const layOutUnwatched = new Function(
  `void document.documentElement?.offsetHeight;
   if (document.querySelector('source[media], source[srcset], img[srcset]')) return (${waitForFrames})();`,
) as () => Promise<void> | undefined;

const unroll = new Function('maxHeight', `return (${unrollScrollers})(maxHeight, ${blankTools});`) as (
  maxHeight: number,
) => ReturnType<typeof unrollScrollers>;

const checkHeight = (height: number): void => {
  if (height <= maxHeight) return;
  const sentence = `The page is ${Math.ceil(height)} pixels high. A PDF takes at most ${maxHeight}. Use the endpoint content for its text.`;
  throw new TintypeError('result_too_large', sentence);
};

/** What stays as it is, Chromium prints in a light grey. */
const inkAll = async (run: Run<'pdf'>): Promise<void> => {
  await withBudget(run, inkMs, async () => {
    await inFrames(run.page, ({ call }) => call(inkTexts));
    return true;
  });
};

const isolateElement = async (run: Run<'pdf'>): Promise<void> => {
  const selector = ownSelector(run);
  await waitForOwnElement(run);
  if (selector !== null && !(await run.page.call(showOnly, selector))) throw noElement(selector);
};

/** Prepares the page to its end, since a print shows all of it. */
const prepare = async (run: Run<'pdf'>): Promise<void> => {
  await isolateElement(run);
  const { height, kept } = await run.page.call(unroll, maxHeight);
  checkHeight(height);
  const isUnwatched = await loadEverything(run);
  if (await run.page.call(keepRevealed, run.options.media !== 'screen')) await endMotionOf(run);
  // Must follow the scrolling, which fills boxes whose content loads when it is seen.
  const blank = await run.page.call(keepBlankScrollers);
  if (kept + blank > 0) run.warnings.push(partlyPrinted);
  const { darkMode, media } = run.options;
  const isLightOnScreen = darkMode && media !== 'print' && (await isLight(run));
  await showAsPrint(run, isUnwatched);
  if (!run.options.printBackground) await inkAll(run);
  if (darkMode && (await isLight(run))) run.warnings.push(isLightOnScreen ? noDarkStyles : darkOnScreen);
  // Print styles may have made the page higher.
  const { cssContentSize } = await run.page.session.send('Page.getLayoutMetrics');
  checkHeight(cssContentSize.height);
};

const make = async (run: Run<'pdf'>): Promise<Output> => {
  // Rotated here, so that `landscape` applies to every paper size.
  const paper = paperOf(run.options);
  const sheet = { ...paper, ...(await printedMargins(run, paper)) };
  const body = run.options.singlePage ? await printSinglePage(run, sheet) : await print(run, sheet);
  return { contentType: 'application/pdf', body };
};

export const pdf: OutputStep<'pdf'> = { prepare, make, keepsBusy: true };
