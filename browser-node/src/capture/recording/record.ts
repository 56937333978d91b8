import { TintypeError } from '@tintype/contracts';
import { atMost } from '@tintype/runtime';
import type { Frame, FrameControl } from '../../browser/page/frame-control.js';
import type { Viewport } from '../open/viewport.js';
import {
  notCaptured,
  queueToBlame,
  type Run,
  recordingMs,
  reportPartial,
  reserveOf,
  secondsOf,
  shortestMs,
} from '../run.js';
import type { FrameSink } from './frame-sink.js';
import { Pace } from './pace.js';

/** What every way of recording takes. */
export interface Recording {
  run: Run<'animated'>;
  sink: FrameSink;
  /** Changes the page before the frame at this time of the recording, in ms. */
  beforeFrame?: ((atMs: number) => Promise<void>) | undefined;
}

export interface ControlledRecording extends Recording {
  frames: FrameControl;
}

/** In pixels of the recording. */
export const recordingSizeOf = ({ width, height, deviceScaleFactor }: Viewport) => ({
  width: Math.max(Math.floor(width * deviceScaleFactor), 1),
  height: Math.max(Math.floor(height * deviceScaleFactor), 1),
});

/** Milliseconds to record: the duration, or less if the request has less time left. Throws `timeout` or `overloaded`. */
export const durationOf = (run: Run<'animated'>): number => {
  const left = run.deadline.remaining - reserveOf(run);
  if (left < shortestMs) throw noTimeLeft(run);
  return Math.min(recordingMs(run), left);
};

export const queueLeftNoTime = (queueMs: number, cause?: Error): TintypeError => {
  const waited = `The request waited ${secondsOf(queueMs)} s in the queue`;
  return new TintypeError('overloaded', `${waited}, which left no time to record the page. Try again.`, { cause });
};

const noTimeLeft = (run: Run<'animated'>): TintypeError => {
  const queueMs = queueToBlame(run);
  if (queueMs > 0) return queueLeftNoTime(queueMs);
  const sentence = 'The page left no time to record it. End its waits earlier with `timeout`, or try again.';
  return new TintypeError('timeout', sentence);
};

/** The machine may get busier while the encoder ends the file: work of 39 s was estimated at 36 s. */
const lagMargin = 1.3;

/** Whether the encoder can end the file in the time of the request, if the recording ends at `atMs`. */
export const endsInTime = ({ run, sink }: Recording, atMs: number): boolean =>
  run.deadline.remaining - reserveOf(run) > sink.lagMs(atMs) * lagMargin;

/** For a recording in real time. */
export const paceOf = ({ options: { fps, type } }: Run<'animated'>): Pace =>
  new Pace(1000 / fps, { isVideo: type !== 'gif' });

/** Counts the pictures of a recording in real time, and warns if more than a tenth of them is missing. */
export const reportPace = (run: Run<'animated'>, pace: Pace): void => {
  const { taken, missed } = pace;
  run.surroundings.countPictures?.({ taken, missed });
  if (!pace.isTooSlow) return;
  reportPartial(
    run,
    `The recording has ${taken} of ${taken + missed} pictures: the machine was too busy for the others. ` +
      'Lower `fps`, use a smaller `vw`, `vh` or `scaleFactor`, or record the page again with `fresh=true`.',
  );
};

/** A frame is not painted yet, and its time is over or the encoder needs the rest of the time. */
export class OutOfTime extends Error {}

/**
 * Returns whether `work` painted its frames in this time. Abandons a late frame, such as one of an endless script: `over`
 * tells `work` to begin no other. `late` ends the time earlier: its reason must be an `OutOfTime`.
 */
export const paintsWithin = async (
  milliseconds: number,
  work: (over: AbortSignal) => Promise<void>,
  late?: AbortSignal,
): Promise<boolean> => {
  try {
    await atMost(milliseconds, work, { late: () => new OutOfTime(), ...(late && { signal: late }) });
    return true;
  } catch (error) {
    if (error instanceof OutOfTime) return false;
    throw error;
  }
};

const maxAttempts = 10;

/** Chromium cannot always give the first picture. `paint` begins a frame with a screenshot. */
export const firstPicture = async (paint: (attempt: number) => Promise<Frame>): Promise<string> => {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { png } = await paint(attempt);
    if (png) return png;
  }
  throw notCaptured();
};
