import { limits, TintypeError } from '@tintype/contracts';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { applyViewport } from '../open/open.js';
import { type Viewport, viewportOf } from '../open/viewport.js';
import { darken, loadEverything } from '../prepare/prepare.js';
import { mayBeVirtual } from '../recording/choose-time.js';
import { FrameSink } from '../recording/frame-sink.js';
import { hidesLateAds } from '../recording/late-ads.js';
import { checkLength, type Recorded } from '../recording/length.js';
import { durationOf, type Recording, recordingSizeOf } from '../recording/record.js';
import { recordLive } from '../recording/record-live.js';
import { recordScreencast } from '../recording/record-screencast.js';
import { recordVirtual } from '../recording/record-virtual.js';
import { mostScreens, Scrolling, settleAfter } from '../recording/scrolling.js';
import { findFfmpeg } from '../recording/video-recorder.js';
import {
  megapixelsOf,
  type OutputStep,
  queueToBlame,
  type Run,
  recordingMs,
  reportPartial,
  type Unencoded,
} from '../run.js';
import { largestResult } from './result.js';

/** Throws `result_too_large`. */
export const checkSize = (megapixels: number): void => {
  const most = limits.animatedPixels / 1e6;
  if (megapixels <= most) return;
  throw new TintypeError(
    'result_too_large',
    `The recording would have ${megapixels.toFixed(1)} megapixels; the most is ${most}. Use a smaller viewport or \`scaleFactor\`.`,
  );
};

/** A frame shows the window in CSS pixels. So the window gets the recording's size, and the page is magnified. */
const magnify = async (session: CdpSession, viewport: Viewport): Promise<void> => {
  const { width, height, deviceScaleFactor, mobile } = viewport;
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: recordingSizeOf(viewport) });
  const metrics = { width, height, deviceScaleFactor, mobile };
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...metrics,
    scale: deviceScaleFactor,
    dontSetVisibleSize: true,
  });
};

const open = async (run: Run<'animated'>): Promise<void> => {
  const viewport = viewportOf(run.options);
  // On a node, `enterRoom` has checked it.
  checkSize(megapixelsOf(run));
  if (run.options.type !== 'gif') findFfmpeg(run.options.type);
  const { session, frames } = run.page;
  await Promise.all([
    // A full Chromium's window is smaller than its default viewport.
    frames ? viewport.deviceScaleFactor !== 1 && magnify(session, viewport) : applyViewport(session, viewport),
    session.send('Emulation.setScrollbarsHidden', { hidden: run.options.hideScrollbars }),
    // Reports players of all frames: a page with a player is recorded in real time.
    session.send('Media.enable'),
  ]);
  frames?.run();
};

const record = async (
  run: Run<'animated'>,
  sink: FrameSink,
  hideNewAds?: () => Promise<boolean>,
): Promise<Recorded> => {
  const { frames } = run.page;
  await sink.ready();
  // For the first picture, which comes before `beforeFrame`.
  await hideNewAds?.().catch(() => false);
  await frames?.stop();
  const isVirtual = frames && (await mayBeVirtual(run));
  const leftMs = durationOf(run);
  const queueMs = queueToBlame(run);
  // Virtual time may be faster than real time: little time may suffice for the whole recording.
  const scrolling = run.options.scroll ? await Scrolling.begin(run, isVirtual ? recordingMs(run) : leftMs) : undefined;
  const hideAds = hideNewAds && hidesLateAds(hideNewAds, isVirtual === true);
  const beforeFrame = async (atMs: number) => {
    await scrolling?.to(atMs);
    await hideAds?.(atMs);
  };
  const recording: Recording = { run, sink, ...((scrolling || hideAds) && { beforeFrame }) };
  const begin = async () => {
    if (isVirtual) return recordVirtual({ ...recording, frames });
    return frames ? recordLive({ ...recording, frames }) : { lengthMs: await recordScreencast(recording) };
  };
  const recorded = await begin();
  checkLength(run, recorded, { leftMs, queueMs, lagMs: sink.lagMs(recorded.lengthMs) });
  return recorded;
};

const prepare = async (run: Run<'animated'>): Promise<void> => {
  if (!run.options.scroll) return darken(run);
  const settle = await settleAfter(run);
  const isUnwatched = await loadEverything(run, 1 + Math.ceil(mostScreens(recordingMs(run))));
  await darken(run);
  if (!isUnwatched) await settle();
};

/** Ends the file and returns its bytes. Warns if a GIF leaves out pictures. */
export const finish = async (
  run: Run,
  sink: Pick<FrameSink, 'finish' | 'leftOut' | 'count'>,
  { lengthMs, handedOver }: Recorded,
): Promise<Buffer> => {
  await handedOver;
  const file = await sink.finish(lengthMs);
  if (sink.leftOut > 0)
    reportPartial(
      run,
      `The GIF leaves out ${sink.leftOut} of ${sink.count} pictures: viewers show each for 0.02 s at least. Use a lower fps, or mp4.`,
    );
  return file;
};

const make = async (
  run: Run<'animated'>,
  over: AbortSignal,
  hideNewAds?: () => Promise<boolean>,
): Promise<Unencoded> => {
  const { type, loop, fps } = run.options;
  if (run.notVirtual) run.warnings.push(`${run.notVirtual} So the page was loaded twice, and recorded in real time.`);
  const sink = new FrameSink({ type, loop, fps, maxBytes: largestResult(run.resultBytes) }, over);
  try {
    const recorded = await record(run, sink, hideNewAds);
    return { contentType: type === 'gif' ? 'image/gif' : `video/${type}`, encode: () => finish(run, sink, recorded) };
  } catch (error) {
    await sink.abort();
    throw error;
  }
};

export const animated: OutputStep<'animated'> = { open, prepare, make };
