import { TintypeError } from '@tintype/contracts';
import { AnswerTooLarge, CdpError } from '../../browser/cdp/connection.js';
import { growsAtEnd, hasGrownAtEnd, releaseRevealed } from '../../in-page/full-page/lazy-scroll.js';
import { muteResize } from '../../in-page/full-page/resizing.js';
import { clearPictureViewer, elementBox, scrollsSideways } from '../../in-page/picture.js';
import {
  type Clip,
  clampToDocument,
  clipOf,
  contains,
  fullPageLeft,
  hasClip,
  roundOut,
  type Size,
} from '../area/clip.js';
import { fullHeight, guardFullHeight } from '../area/full-height.js';
import { type View, viewOf } from '../area/view.js';
import { waitUntilPainted, waitUntilQuiet } from '../load/wait-until-still.js';
import { applyViewport } from '../open/open.js';
import { viewportOf } from '../open/viewport.js';
import { noElement, ownSelector, waitForOwnElement } from '../own-element.js';
import { endMotionOf } from '../prepare/end-motion.js';
import { dropBackdropFilters, stopTransitions } from '../prepare/joined-functions.js';
import { darken, loadEverything } from '../prepare/prepare.js';
import { notCaptured, type Output, type OutputStep, type Run, type Unencoded, withPatience } from '../run.js';
import { inFrames } from '../sweeps/frames.js';
import type { EditPicture } from './edit-picture.js';
import { checkSize, drawingOf, resizedSize, shrinkFactor, tooManyBytes, tooManyBytesToResize } from './picture-size.js';
import { largestResult } from './result.js';

const defaultQuality = 80;

/** In device pixels. Below this row, a picture of a page with `backdrop-filter` is white. */
const maxFilteredPixels = 16_384;

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

/** What Chromium captures, and the size of its picture in pixels. */
interface Shot {
  area: Area;
  size: Size;
  type: 'png' | 'jpeg' | 'webp';
  maxBytes: number;
}

interface PictureArea extends Pick<Shot, 'area' | 'size'> {
  /** The height of the page, if the picture has the full page. */
  pageEnd?: number | undefined;
}

const elementClip = async (run: Run<'image'>, selector: string): Promise<{ clip: Clip; view: View }> => {
  await waitForOwnElement(run);
  const found = await run.page.call(elementBox, selector);
  const view = await viewOf(run);
  const { origin } = view;
  const box = found && clampToDocument({ ...found, x: origin.x + found.x, y: origin.y + found.y });
  if (!box) throw noElement(selector);
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

/** Limit for the page to show that it grows. A page with a long task answers late. */
const growMs = 2000;

/** Whether the page loads even more now than a picture of this height has. A page that only finished late does not. */
const stillGrows = async ({ page }: Run, height: number, signal: AbortSignal): Promise<boolean> => {
  const { activity } = page;
  if (!(await page.call(hasGrownAtEnd))) return false;
  if (await page.call(growsAtEnd, height)) return true;
  // The page may have asked its server for more.
  if (activity.quiet) return false;
  await activity.until(() => activity.quiet, signal);
  return page.call(growsAtEnd, height);
};

/**
 * Warns of a page that loads more at its end, where the picture had to end. Call it after the capture: it scrolls. The
 * picture is made by then, so a page that fails or answers late only leads to no warning.
 */
const warnOfMore = async (run: Run<'image'>, height: number): Promise<void> => {
  const grows = withPatience(run, growMs, (signal) => stillGrows(run, height, signal));
  if (!(await grows.catch(() => false))) return;
  run.warnings.push(
    `The page loaded more when its end was reached, and may still have more: the picture ends at ${height} px. For a certain part, use \`height\` without \`full\`.`,
  );
};

/** `pageEnd`: with `full`, the height of the page. */
const optionsClip = async (run: Run<'image'>): Promise<{ clip: Clip; view: View; pageEnd?: number }> => {
  const { options, warnings } = run;
  const height = options.full ? await fullHeight(run) : 0;
  const view = await viewOf(run);
  const clip = clipOf(options, view.initial, { left: await fullLeft(run, view), height });
  // A clip may lie anywhere, even outside the page.
  if (clip.x >= view.document.width || clip.y >= view.document.height) {
    const { width, height } = view.document;
    const size = `${Math.ceil(width)} by ${Math.ceil(height)} pixels`;
    warnings.push(`The clip lies outside the page, which has ${size}. Use a smaller \`left\` or \`top\`.`);
  }
  return { clip, view, ...(options.full && { pageEnd: height }) };
};

/** Captures one picture. On a freshly loaded page, Chromium fails one attempt in five. The next one succeeds. */
const shoot = async (run: Run<'image'>, { area, type: format, maxBytes }: Omit<Shot, 'size'>): Promise<Buffer> => {
  const { quality = defaultQuality } = run.options;
  const request = {
    format,
    // Lighter compression: a third of the time for a quarter more bytes.
    ...(format === 'png' ? { optimizeForSpeed: true } : { quality }),
    ...area,
  };
  const maxMessage = Math.ceil((maxBytes * 4) / 3) + envelopeBytes;
  for (let attempt = 1; ; attempt += 1) {
    const shot = () => run.page.session.send('Page.captureScreenshot', request, maxMessage);
    const { data } = await run.page.inDocument(shot).catch((error: unknown) => {
      if (!(error instanceof CdpError) || attempt === maxAttempts) throw error;
      return { data: '' };
    });
    if (data) return Buffer.from(data, 'base64');
    if (attempt === maxAttempts) throw notCaptured();
    if (attempt > 1) await run.deadline.sleep(pauseMs);
  }
};

const preparesNothing = ({ options }: Run<'image'>): boolean =>
  !options.full && !options.darkMode && !options.transparent;

const prepare = async (run: Run<'image'>): Promise<void> => {
  const { options, page } = run;
  if (options.full) {
    await loadEverything(run);
    await endMotionOf(run);
  }
  await darken(run);
  if (options.transparent && options.type !== 'jpeg') {
    await page.session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
    await page.call(clearPictureViewer);
  }
};

const leaveOutFilters = async ({ page, warnings }: Run): Promise<void> => {
  let hasFilters = false;
  await inFrames(page, async ({ call }) => {
    if (await call(dropBackdropFilters)) hasFilters = true;
  });
  if (!hasFilters) return;
  warnings.push(`The picture is longer than ${maxFilteredPixels} pixels, so \`backdrop-filter\` was left out.`);
};

const areaOf = async (run: Run<'image'>): Promise<PictureArea> => {
  const { options } = run;
  const selector = ownSelector(run);
  const { deviceScaleFactor, ...window } = viewportOf(options);
  const sizeOf = ({ width, height }: Size, scale: number) => ({ width: width * scale, height: height * scale });
  if (selector === null && !hasClip(options))
    return { area: { captureBeyondViewport: false }, size: sizeOf(window, deviceScaleFactor) };
  const { clip, view, pageEnd }: Awaited<ReturnType<typeof optionsClip>> =
    selector === null ? await optionsClip(run) : await elementClip(run, selector);
  const size = sizeOf(clip, deviceScaleFactor * view.zoom);
  if (Math.max(size.width, size.height) > maxFilteredPixels) await leaveOutFilters(run);
  const captureBeyondViewport = !contains(view.shown, clip);
  if (captureBeyondViewport) await inFrames(run.page, ({ call }) => call(stopTransitions, true));
  return { area: { clip: { ...clip, scale: view.zoom }, captureBeyondViewport }, size, pageEnd };
};

/** A capture takes 100 ms. If the page requested a font meanwhile, captures again with that font. */
const shootWithFonts = async (run: Run<'image'>, shot: Omit<Shot, 'size'>): Promise<Buffer> => {
  const { activity } = run.page;
  const { fonts } = activity;
  const body = await shoot(run, shot);
  if (activity.fonts === fonts) return body;
  await waitUntilQuiet(run);
  await waitUntilPainted(run);
  return shoot(run, shot);
};

const needsSharp = (what: string, advice: string): TintypeError =>
  new TintypeError('invalid_option', `${what} needs sharp, which this server does not have. ${advice}`);

const scaledBy = async (run: Run<'image'>, area: Area, factor: number): Promise<Required<Area>> => {
  const { clip = { ...(await viewOf(run)).shown, scale: 1 } } = area;
  return { ...area, clip: { ...clip, scale: clip.scale * factor } };
};

/** Captures a png to edit. The png may exceed the account's largest result, because the editor encodes it anew. */
const shootToEdit = async (run: Run<'image'>, { area, size }: Pick<Shot, 'area' | 'size'>, target?: Size) => {
  const maxBytes = largestResult(null);
  const shootArea = (part: Area) => shootWithFonts(run, { area: part, type: 'png', maxBytes });
  const judge = (error: unknown): unknown =>
    error instanceof AnswerTooLarge && target ? tooManyBytesToResize(maxBytes, error) : error;
  try {
    return await shootArea(area);
  } catch (error) {
    const factor = error instanceof AnswerTooLarge && target ? shrinkFactor(size, target) : undefined;
    if (factor === undefined) throw judge(error);
    // Such as a photo of 50 megapixels. Chromium draws it in the wanted size, less finely than the editor.
    const smaller = await scaledBy(run, area, factor);
    return shootArea(smaller).catch((again: unknown) => {
      throw judge(again);
    });
  }
};

/** Captures a png, which `edit` resizes and encodes. */
const makeEdited = async (run: Run<'image'>, { area, size }: PictureArea, edit: EditPicture): Promise<Unencoded> => {
  const { type, quality = defaultQuality } = run.options;
  checkSize(size, 'png');
  const target = resizedSize(run.options, size);
  checkSize(target ?? size, type, target !== undefined);
  const png = await shootToEdit(run, { area, size }, target);
  const seconds = Math.max(Math.ceil(run.deadline.remaining / 1000), 1);
  return { contentType: `image/${type}`, encode: () => edit(png, { type, quality, size: target, seconds }) };
};

/** Without sharp, Chromium draws the page in the wanted size, which keeps the proportions. */
const scaledArea = async (run: Run<'image'>, { area, size }: Pick<Shot, 'area' | 'size'>): Promise<Area> => {
  const { type } = run.options;
  const target = resizedSize(run.options, size);
  checkSize(size, target ? 'png' : type);
  if (!target) return area;
  checkSize(target, type, true);
  const drawing = drawingOf(size, target);
  if (!drawing) throw needsSharp('A resize to other proportions', 'Leave out `resizeWidth` or `resizeHeight`.');
  const { factor, part } = drawing;
  const { clip, ...rest } = await scaledBy(run, area, factor);
  const width = clip.width * (part.width / size.width);
  const height = clip.height * (part.height / size.height);
  return { ...rest, clip: { ...clip, width, height } };
};

const makeDirectly = async (run: Run<'image'>, wanted: PictureArea): Promise<Output> => {
  const { type } = run.options;
  if (type === 'avif') throw needsSharp('`type=avif`', 'Use webp.');
  const area = await scaledArea(run, wanted);
  const maxBytes = largestResult(run.resultBytes);
  const body = await shootWithFonts(run, { area, type, maxBytes }).catch((error: unknown) => {
    throw error instanceof AnswerTooLarge ? tooManyBytes(type, maxBytes, error) : error;
  });
  return { contentType: `image/${type}`, body };
};

const isEdited = ({ type, resizeWidth, resizeHeight }: Run<'image'>['options']): boolean =>
  type === 'avif' || resizeWidth !== undefined || resizeHeight !== undefined;

const open = async (run: Run<'image'>): Promise<void> => {
  const { options, surroundings } = run;
  if (options.type === 'avif' && !(await surroundings.loadEditor?.())) throw needsSharp('`type=avif`', 'Use webp.');
  if (options.full) await guardFullHeight(run);
};

const make = async (run: Run<'image'>): Promise<Output | Unencoded> => {
  const { options, surroundings } = run;
  if (options.transparent && options.type === 'jpeg')
    run.warnings.push('`transparent` has no effect on jpeg: use `type=png` or webp.');
  const edit = isEdited(options) ? await surroundings.loadEditor?.() : undefined;
  const area = await areaOf(run);
  const made = edit ? await makeEdited(run, area, edit) : await makeDirectly(run, area);
  if (area.pageEnd !== undefined) await warnOfMore(run, area.pageEnd);
  return made;
};

/** Lets scripts learn of sizes again: a print lays the page out in another width. */
const restore = async ({ page, options }: Run<'image'>): Promise<void> => {
  if (!options.full) return;
  await page.call(releaseRevealed);
  await page.call(muteResize, false);
  await applyViewport(page.session, viewportOf(options));
};

export const image: OutputStep<'image'> = { open, preparesNothing, prepare, make, restore };
