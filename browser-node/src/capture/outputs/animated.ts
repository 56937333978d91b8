import { limits, TintypeError } from '@tintype/contracts';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { scrollThrough } from '../../in-page/scroll-through.js';
import { applyViewport } from '../open/open.js';
import { type Viewport, viewportOf } from '../open/viewport.js';
import { darken, loadEverything } from '../prepare/prepare.js';
import { FrameSink } from '../recording/frame-sink.js';
import { durationOf, type Recording, reportPartial, sizeOf } from '../recording/record.js';
import { recordLive } from '../recording/record-live.js';
import { recordScreencast } from '../recording/record-screencast.js';
import { endlessScript, recordVirtual } from '../recording/record-virtual.js';
import { findFfmpeg } from '../recording/video-recorder.js';
import { type OutputStep, type Recorded, type Run, recordingMs, shortestMs } from '../run.js';
import { largestResult } from './result.js';

const checkSize = ({ width, height }: { width: number; height: number }) => {
  const pixels = width * height;
  if (pixels <= limits.animatedPixels) return;
  throw new TintypeError(
    'result_too_large',
    `The recording would have ${(pixels / 1e6).toFixed(1)} megapixels; the most is ${limits.animatedPixels / 1e6}. Use a smaller viewport or \`scaleFactor\`.`,
  );
};

/** A frame shows the window in CSS pixels. So the window gets the recording's size, and the page is magnified. */
const magnify = async (session: CdpSession, viewport: Viewport): Promise<void> => {
  const { width, height, deviceScaleFactor, mobile } = viewport;
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: sizeOf(viewport) });
  const metrics = { width, height, deviceScaleFactor, mobile };
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...metrics,
    scale: deviceScaleFactor,
    dontSetVisibleSize: true,
  });
};

const open = async (run: Run<'animated'>): Promise<void> => {
  const viewport = viewportOf(run.options);
  checkSize(sizeOf(viewport));
  if (run.options.type !== 'gif') findFfmpeg(run.options.type);
  const { session, frames } = run.page;
  await Promise.all([
    // A full Chromium's window is smaller than its default viewport.
    frames ? viewport.deviceScaleFactor !== 1 && magnify(session, viewport) : applyViewport(session, viewport),
    session.send('Emulation.setScrollbarsHidden', { hidden: run.options.hideScrollbars }),
    // Reports players of all frames: a page with one keeps the real time.
    session.send('Media.enable'),
  ]);
  frames?.run();
};

/** Frames and workers with a process of their own have a clock of their own, too. */
const hasOtherTargets = async ({ page }: Run): Promise<boolean> => {
  const { targetInfos } = await page.connection.browser.send('Target.getTargets', {
    filter: [{ type: 'page', exclude: true }, { type: 'tab', exclude: true }, {}],
  });
  return targetInfos.some(({ browserContextId }) => browserContextId === page.contextId);
};

/** A page may fetch a little now and then: virtual time waits for that. */
const pauseMs = 1000;

const pauses = async ({ page: { activity } }: Run): Promise<boolean> => {
  if (!activity.quiet) await activity.until(() => activity.quiet, AbortSignal.timeout(pauseMs)).catch(() => undefined);
  return activity.quiet && !activity.hangs && !activity.ignoresParts;
};

/** Whether nothing of the page depends on the real time: media, open connections, other processes. */
const mayBeVirtual = async (run: Run): Promise<boolean> => {
  if (run.notVirtual || run.page.activity.isLive || (await hasOtherTargets(run))) return false;
  return pauses(run);
};

/** A file that would end this much later than its recording was held up by its encoder. */
const longLagMs = 1000;

/** In milliseconds. */
interface Length {
  durationMs: number;
  /** For the recording, when it began. */
  leftMs: number;
  /** In the queue, before the page was loaded. */
  queueMs: number;
  /** The encoder takes this for the rest of the file. */
  lagMs: number;
}

/** Why a recording is shorter than its duration. */
export const reasonOfEnd = ({ durationMs, leftMs, queueMs, lagMs }: Length): string => {
  if (leftMs < durationMs && leftMs + queueMs >= durationMs)
    return `the request waited ${(queueMs / 1000).toFixed(1)} s in the queue`;
  if (leftMs < durationMs) return 'the page had used up the time before it';
  return lagMs > longLagMs ? 'encoding the video took too long' : 'painting the page took too long';
};

const shorterAdvice =
  'Shorten `duration`, lower `fps`, use a smaller viewport, or record the page again with `fresh=true`.';

/** A recording under a second fails. */
const checkLength = (run: Run<'animated'>, lengthMs: number, leftMs: number, lagMs: number): void => {
  const { duration } = run.options;
  if (lengthMs >= duration * 1000) return;
  if (lengthMs < shortestMs)
    throw new TintypeError(
      'timeout',
      'The page is too slow to record: less than a second of it was painted in time. Use a smaller viewport or `scaleFactor`.',
    );
  if (run.warnings.includes(endlessScript)) return;
  const reason = reasonOfEnd({ durationMs: duration * 1000, leftMs, queueMs: run.queueMs ?? 0, lagMs });
  reportPartial(
    run,
    `The recording ends after ${(lengthMs / 1000).toFixed(1)} s instead of ${duration}: ${reason}. ${shorterAdvice}`,
  );
};

const record = async (run: Run<'animated'>, sink: FrameSink): Promise<number> => {
  const { frames } = run.page;
  await frames?.stop();
  const isVirtual = frames && (await mayBeVirtual(run));
  const leftMs = durationOf(run);
  // Virtual time is faster: a short rest may suffice for all.
  if (run.options.scroll) await startScrolling(run, isVirtual ? recordingMs(run) : leftMs);
  const recording: Recording = { run, sink };
  const begin = () => {
    if (!frames) return recordScreencast(recording);
    return isVirtual ? recordVirtual({ ...recording, frames }) : recordLive({ ...recording, frames });
  };
  const lengthMs = await begin();
  checkLength(run, lengthMs, leftMs, sink.lagMs(lengthMs));
  return lengthMs;
};

/** A person cannot follow more than two screens a second. */
const screensPerSecond = 2;
/** This part of a recording stands still at its begin, and again at its end. */
const stillPart = 0.1;
/** The scrolling speeds up and slows down for this time. */
const easeMs = 300;

/** Window heights that a recording of this length scrolls through at most. */
export const mostScreens = (durationMs: number): number =>
  (screensPerSecond * (durationMs * (1 - 2 * stillPart) - easeMs)) / 1000;

/** A longer `duration` helps if it may be longer, and the request had time for all of it. */
export const endsBeforePage = (durationMs: number, duration: number): string => {
  const mayBeLonger = durationMs === duration * 1000 && duration < limits.animatedDurationMax;
  const screens = mostScreens(durationMs).toFixed(1);
  const end = `The recording ends before the page does: it scrolls ${screens} screens, two a second at most.`;
  return mayBeLonger ? `${end} Use a longer \`duration\`.` : end;
};

const prepare = async (run: Run<'animated'>): Promise<void> => {
  if (run.options.scroll) await loadEverything(run, 1 + Math.ceil(mostScreens(recordingMs(run))));
  await darken(run);
};

const startScrolling = async (run: Run<'animated'>, durationMs: number): Promise<void> => {
  const reachesEnd = await run.page.call(scrollThrough, { durationMs, stillPart, easeMs }, mostScreens(durationMs));
  if (!reachesEnd) run.warnings.push(endsBeforePage(durationMs, run.options.duration));
};

/** The whole file. */
export const finish = async (
  run: Run,
  sink: Pick<FrameSink, 'finish' | 'leftOut' | 'count'>,
  lengthMs: number,
): Promise<Buffer> => {
  const file = await sink.finish(lengthMs);
  if (sink.leftOut > 0)
    reportPartial(
      run,
      `The GIF leaves out ${sink.leftOut} of ${sink.count} pictures: viewers show each for 0.02 s at least. Use a lower fps, or mp4.`,
    );
  return file;
};

const make = async (run: Run<'animated'>, over: AbortSignal): Promise<Recorded> => {
  const { type, loop, fps } = run.options;
  if (run.notVirtual) run.warnings.push(`${run.notVirtual} So the page was loaded twice, and recorded in real time.`);
  const sink = new FrameSink({ type, loop, fps, maxBytes: largestResult(run.resultBytes) }, over);
  try {
    const lengthMs = await record(run, sink);
    return { contentType: type === 'gif' ? 'image/gif' : `video/${type}`, encode: () => finish(run, sink, lengthMs) };
  } catch (error) {
    await sink.abort();
    throw error;
  }
};

export const animated: OutputStep<'animated'> = { open, prepare, make };
