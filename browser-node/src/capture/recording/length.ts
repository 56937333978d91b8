import { TintypeError } from '@tintype/contracts';
import { type Run, reportPartial, secondsOf, shortestMs } from '../run.js';
import { queueLeftNoTime } from './record.js';

/** What a way of recording has made. */
export interface Recorded {
  lengthMs: number;
  /** What ended it early, a sentence, if that was not its time. */
  endedBy?: string;
  /** It ended because the page was too slow: a smaller recording may get further. */
  isSlow?: boolean;
  /** The encoder has all pictures. Its rest belongs to the file, not to the recording. */
  given?: Promise<void>;
}

/** A file that would end this much later than its recording was held up by its encoder. */
const longLagMs = 1000;

/** In milliseconds. */
interface Times {
  /** For the recording, when it began. */
  leftMs: number;
  /** In the queue, if that was to blame when the recording began; else 0. */
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
/** A smaller recording would end as early. */
const adviceAfterEnd = { tooShort: 'Try again.', shorter: 'Record the page again with `fresh=true`.' };

/** Rounded down: 4.96 s are not 5. */
const roundedDown = (ms: number): string => (Math.floor(ms / 100) / 10).toFixed(1);

/**
 * Warns of a recording that is shorter than its duration, or whose end is wrong. Throws `timeout` or `overloaded` for one
 * under a second.
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
