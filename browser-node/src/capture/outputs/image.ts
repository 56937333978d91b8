import { type ImageOptions, TintypeError } from '@tintype/contracts';
import { CdpError } from '../../browser/cdp.js';
import { elementBox } from '../../in-page/element-box.js';
import { invertColours } from '../../in-page/invert-colours.js';
import { type Clip, clipOf, fitsIn, inDocument, mostPixels, wholePixels } from '../clip.js';
import { fullHeight } from '../full-height.js';
import { largestResult } from '../largest-result.js';
import { darknessOf, loadEverything } from '../prepare.js';
import type { Output, OutputStep, Run } from '../run.js';
import { selectorsOf, waitForElement } from '../settle.js';
import { viewOf } from '../view.js';

type ImageType = Exclude<ImageOptions['type'], 'avif'>;

const elementMs = 5000;
const defaultQuality = 80;

/** Longest edge that each format can hold, in pixels. */
const longestEdge: Record<ImageType, number> = { png: 2 ** 31 - 1, jpeg: 65_535, webp: 16_383 };

/** What is around the base64 of a picture. */
const envelopeBytes = 1024;

const attempts = 10;
/** The second attempt is made at once; a page that is on its way to another document needs a moment. */
const pauseMs = 100;

const elementClip = async (run: Run, selector: string): Promise<Clip> => {
  const visible = await waitForElement(run, selector, { visible: true, ms: elementMs });
  const whole = visible ? await run.page.call(elementBox, selector) : null;
  const box = whole && inDocument(whole);
  if (!box) throw new TintypeError('selector_not_found', `No visible element matches ${selector}.`);
  return wholePixels(box);
};

const checkSize = ({ width, height }: Clip, scale: number, type: ImageType) => {
  const [pixelsWide, pixelsHigh] = [width * scale, height * scale];
  if (pixelsWide * pixelsHigh > mostPixels) {
    throw new TintypeError(
      'result_too_large',
      'The picture has more than 100 megapixels: take a clip or a lower scaleFactor.',
    );
  }
  if (Math.max(pixelsWide, pixelsHigh) > longestEdge[type]) {
    throw new TintypeError('result_too_large', `The picture is longer than ${type} can hold: take png or a clip.`);
  }
};

/** A clip of the options may lie anywhere, also where the page is not. */
const warnOfNothing = async ({ page, warnings }: Run<'image'>, { x, y }: Clip): Promise<void> => {
  const { cssContentSize } = await page.session.send('Page.getLayoutMetrics');
  if (x >= cssContentSize.width || y >= cssContentSize.height) warnings.push('The clip lies outside of the page.');
};

/** One capture. Chromium fails every fifth of a freshly loaded page, or answers nothing, and succeeds when asked again. */
const shoot = async (run: Run<'image'>, clip: Clip & { scale: number }, beyondViewport: boolean): Promise<Buffer> => {
  const { type: format, quality = defaultQuality } = run.options;
  const request = {
    format: format as ImageType,
    // Lighter compression: a third of the capture's time for a quarter more bytes.
    ...(format === 'png' ? { optimizeForSpeed: true } : { quality }),
    clip,
    captureBeyondViewport: beyondViewport,
  };
  const mostBytes = Math.ceil((largestResult(run.resultBytes) * 4) / 3) + envelopeBytes;
  for (let attempt = 1; ; attempt += 1) {
    const shot = () => run.page.session.send('Page.captureScreenshot', request, mostBytes);
    const { data } = await run.page.inDocument(shot).catch((error: unknown) => {
      if (!(error instanceof CdpError) || attempt === attempts) throw error;
      return { data: '' };
    });
    if (data) return Buffer.from(data, 'base64');
    if (attempt === attempts) throw new TintypeError('render_failed', 'The page could not be captured.');
    if (attempt > 1) await run.deadline.sleep(pauseMs);
  }
};

const prepare = async (run: Run<'image'>): Promise<void> => {
  const { options, page } = run;
  if (options.full) await loadEverything(run);
  const darkness = await darknessOf(run);
  if (darkness === 'light') await page.session.send('Emulation.setAutoDarkModeOverride', { enabled: true });
  if (darkness === 'between') await page.call(invertColours);
  if (options.transparent && options.type !== 'jpeg') {
    await page.session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  }
};

/** The picture of the viewport, a clip, the full page or one element, as png, jpeg or webp. */
const make = async (run: Run<'image'>): Promise<Output> => {
  const { options } = run;
  const [selector] = selectorsOf(options.selector, options.selectorId);
  const view = await viewOf(run);
  const page = options.full && !selector ? await fullHeight(run, view) : undefined;
  const clip = selector ? await elementClip(run, selector) : clipOf(options, view, page?.height ?? 0);
  checkSize(clip, view.deviceScaleFactor * view.zoom, options.type as ImageType);
  if (!fitsIn(clip, view)) await warnOfNothing(run, clip);
  const body = await shoot(run, { ...clip, scale: view.zoom }, page ? page.beyondViewport : !fitsIn(clip, view));
  if (options.transparent && options.type === 'jpeg') run.warnings.push('jpeg has no transparency.');
  return { contentType: `image/${options.type}`, body };
};

export const image: OutputStep<'image'> = { prepare, make };
