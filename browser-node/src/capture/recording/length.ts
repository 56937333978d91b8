import { TintypeError } from '@tintype/contracts';
import { type Run, reportPartial, secondsOf, shortestMs } from '../run.js';
import { queueLeftNoTime } from './record.js';

/** How a recording ended. */
export interface Recorded {
  lengthMs: number;
  /** A sentence that says what ended the recording early, or what its end lacks. Undefined if only the time ended it. */
  endedBy?: string;
  /** The recording ended because the page was too slow: a smaller recording may get further. */
  isSlow?: boolean;
  /** Resolves when the encoder has all pictures. Its later work counts for the file, not for the recording. */
  handedOver?: Promise<void>;
}

/** If the file would end this much later than the recording, the encoder was too slow. */
const longLagMs = 1000;

/** In milliseconds. */
interface Times {
  /** The time for the recording, when it began. */
  leftMs: number;
  /** The time in the queue, if the queue was to blame when the recording began; else 0. */
  queueMs: number;
  /** The encoder takes this for the rest of the file. */
  lagMs: number;
}

interface Length extends Times {
  durationMs: number;
}

const isCutByQueue = ({ durationMs, leftMs, queueMs }: Length): boolean =>
  leftMs < durationMs && leftMs + queueMs >= durationMs;

/** Why a recording is shorter than its duration. */
export const whyShorter = (length: Length): string => {
  const { durationMs, leftMs, queueMs, lagMs } = length;
  if (isCutByQueue(length)) return `the request waited ${secondsOf(queueMs)} s in the queue`;
  if (leftMs < durationMs) return 'the page had used up the time before it';
  return lagMs > longLagMs ? 'encoding the pictures took too long' : 'painting the page took too long';
};

const advice = {
  tooShort: 'Use a smaller viewport or `scaleFactor`, or try again.',
  shorter: 'Shorten `duration`, lower `fps`, use a smaller viewport, or record the page again with `fresh=true`.',
};
/** Advice where `endedBy` ended a recording: a smaller one would end as early. */
const adviceAfterEnd = { tooShort: 'Try again.', shorter: 'Record the page again with `fresh=true`.' };

/** Seconds for a sentence, rounded down: 4.96 s are not 5. */
const roundedDown = (ms: number): string => (Math.floor(ms / 100) / 10).toFixed(1);

/**
 * Warns of a recording that is shorter than its duration, or that `endedBy` ended. Throws `timeout` or `overloaded` for
 * one under a second.
 */
export const checkLength = (run: Run<'animated'>, { lengthMs, endedBy, isSlow }: Recorded, times: Times): void => {
  const { duration } = run.options;
  const durationMs = duration * 1000;
  if (lengthMs >= durationMs) {
    if (endedBy) reportPartial(run, endedBy);
    return;
  }
  const length = { ...times, durationMs };
  const isTooShort = lengthMs < shortestMs;
  if (isTooShort && !endedBy && isCutByQueue(length)) throw queueLeftNoTime(times.queueMs);
  const why = endedBy ? `. ${endedBy}` : `: ${whyShorter(length)}.`;
  const { tooShort, shorter } = endedBy && !isSlow ? adviceAfterEnd : advice;
  if (isTooShort) throw new TintypeError('timeout', `The recording would be shorter than a second${why} ${tooShort}`);
  reportPartial(run, `The recording ends after ${roundedDown(lengthMs)} s instead of ${duration}${why} ${shorter}`);
};
