import { type ImageOptions, TintypeError } from '@tintype/contracts';
import { CdpError } from '../../browser/cdp/connection.js';
import { elementBox, scrollsSideways } from '../../in-page/picture.js';
import {
  type Clip,
  clampToDocument,
  clipOf,
  contains,
  fullPageLeft,
  hasClip,
  maxPixels,
  roundOut,
  type Size,
} from '../clip.js';
import { fullHeight } from '../full-height.js';
import { darken, loadEverything } from '../prepare.js';
import { notCaptured, type Output, type OutputStep, type Run } from '../run.js';
import { type View, viewOf } from '../view.js';
import { viewportOf } from '../viewport.js';
import { selectorsOf, waitForElement } from '../wait-until-still.js';
import { largestResult } from './result.js';

type ImageType = Exclude<ImageOptions['type'], 'avif'>;

const elementMs = 5000;
const defaultQuality = 80;

/** Longest side of each format, in pixels. */
const longestEdge: Record<ImageType, number> = { png: 2 ** 31 - 1, jpeg: 65_535, webp: 16_383 };

/** The JSON around the base64 of a picture. */
const envelopeBytes = 1024;

const maxAttempts = 10;
/** The second attempt follows at once; a navigating page needs a moment. */
const pauseMs = 100;

/** In CSS pixels of the document; without a clip, the window as scrolled. */
interface Area {
  clip?: Clip & { scale: number };
  captureBeyondViewport: boolean;
}

const elementClip = async (run: Run, selector: string): Promise<{ clip: Clip; view: View }> => {
  const visible = await waitForElement(run, selector, { visible: true, ms: elementMs });
  const found = visible ? await run.page.call(elementBox, selector) : null;
  const view = await viewOf(run);
  const { origin } = view;
  const box = found && clampToDocument({ ...found, x: origin.x + found.x, y: origin.y + found.y });
  if (!box) {
    const sentence = `No visible element matches ${selector}. Check the selector, or wait for it with \`waitFor\`.`;
    throw new TintypeError('selector_not_found', sentence);
  }
  return { clip: roundOut(box), view };
};

/** Left edge of the full page, with a warning if it omits what a user could scroll to. */
const fullLeft = async ({ options, page, warnings }: Run<'image'>, { initial }: View): Promise<number> => {
  if (!options.full || options.left !== undefined || initial.x === 0) return 0;
  const scrolls = await page.call(scrollsSideways);
  const left = fullPageLeft(initial, scrolls);
  if (scrolls && left > 0) {
    const reach = `The page reaches ${Math.round(left)} px to the left of the window.`;
    warnings.push(options.width === undefined ? `${reach} The picture shows the window's width.` : reach);
  }
  return left;
};

const optionsClip = async (run: Run<'image'>): Promise<{ clip: Clip; view: View }> => {
  const { options, warnings } = run;
  const height = options.full ? await fullHeight(run) : 0;
  const view = await viewOf(run);
  const clip = clipOf(options, view.initial, { left: await fullLeft(run, view), height });
  // A clip may lie anywhere.
  if (clip.x >= view.document.width || clip.y >= view.document.height) {
    warnings.push('The clip lies outside the page.');
  }
  return { clip, view };
};

const checkSize = ({ width, height }: Size, scale: number, type: ImageType) => {
  const pixelsWide = width * scale;
  const pixelsHigh = height * scale;
  if (pixelsWide * pixelsHigh > maxPixels) {
    throw new TintypeError(
      'result_too_large',
      'The picture would have more than 100 megapixels. Use a clip or a lower scaleFactor.',
    );
  }
  if (Math.max(pixelsWide, pixelsHigh) > longestEdge[type]) {
    throw new TintypeError(
      'result_too_large',
      `A ${type} has at most ${longestEdge[type]} pixels per side. Use png or a clip.`,
    );
  }
};

/** One capture. Chromium fails one in five of a freshly loaded page and succeeds when asked again. */
const shoot = async (run: Run<'image'>, area: Area): Promise<Buffer> => {
  const { type: format, quality = defaultQuality } = run.options;
  const request = {
    format: format as ImageType,
    // Lighter compression: a third of the time for a quarter more bytes.
    ...(format === 'png' ? { optimizeForSpeed: true } : { quality }),
    ...area,
  };
  const maxBytes = Math.ceil((largestResult(run.resultBytes) * 4) / 3) + envelopeBytes;
  for (let attempt = 1; ; attempt += 1) {
    const shot = () => run.page.session.send('Page.captureScreenshot', request, maxBytes);
    const { data } = await run.page.inDocument(shot).catch((error: unknown) => {
      if (!(error instanceof CdpError) || attempt === maxAttempts) throw error;
      return { data: '' };
    });
    if (data) return Buffer.from(data, 'base64');
    if (attempt === maxAttempts) throw notCaptured();
    if (attempt > 1) await run.deadline.sleep(pauseMs);
  }
};

const prepare = async (run: Run<'image'>): Promise<void> => {
  const { options, page } = run;
  if (options.full) await loadEverything(run);
  await darken(run);
  if (options.transparent && options.type !== 'jpeg') {
    await page.session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  }
};

const areaOf = async (run: Run<'image'>): Promise<Area> => {
  const { options } = run;
  const [selector] = selectorsOf(options.selector, options.selectorId);
  const { deviceScaleFactor, ...window } = viewportOf(options);
  const type = options.type as ImageType;
  if (selector === undefined && !hasClip(options)) {
    checkSize(window, deviceScaleFactor, type);
    return { captureBeyondViewport: false };
  }
  const { clip, view } = selector === undefined ? await optionsClip(run) : await elementClip(run, selector);
  checkSize(clip, deviceScaleFactor * view.zoom, type);
  return { clip: { ...clip, scale: view.zoom }, captureBeyondViewport: !contains(view.shown, clip) };
};

const make = async (run: Run<'image'>): Promise<Output> => {
  const { options } = run;
  const body = await shoot(run, await areaOf(run));
  if (options.transparent && options.type === 'jpeg')
    run.warnings.push('jpeg has no transparency: the background is opaque.');
  return { contentType: `image/${options.type}`, body };
};

export const image: OutputStep<'image'> = { prepare, make };
