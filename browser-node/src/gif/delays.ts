/** Browsers show a frame of 0 or 1 hundredths of a second for 10. */
export const shortestDelay = 2;
const longestDelay = 0xffff;
/** Hundredths that a picture may be late. Frames of a screen may come closer together than the shortest delay. */
const mostLate = 2;

/** A time as whole hundredths of a second after the first frame. Rounding times, not delays, adds up no error. */
export const toHundredths = (atMs: number, firstMs: number): number => Math.round((atMs - firstMs) / 10);

/**
 * When a picture of the time `at` starts, so that the one before stays for the shortest delay. Undefined if it would
 * be late by more than two hundredths: the picture is left out.
 */
export const startAfter = (previous: number, at: number): number | undefined => {
  const start = Math.max(at, previous + shortestDelay);
  return start - at <= mostLate ? start : undefined;
};

/**
 * When the last frame starts: at the latest the shortest delay before the end, unless that cuts the frame before. Then
 * the file is longer by up to four hundredths, because the last frame is how the page ends. A first frame, which has no
 * `previous`, starts at 0.
 */
export const startOfLast = (start: number, end: number, previous: number | undefined): number =>
  previous === undefined ? 0 : Math.max(Math.min(start, end - shortestDelay), previous + shortestDelay);

/** Delays of frames with these starts, in hundredths of a second, between the shortest and the longest delay. */
export const delaysOf = (starts: readonly number[], end: number): number[] =>
  starts.map((start, index) => {
    const delay = (starts[index + 1] ?? end) - start;
    return Math.min(longestDelay, Math.max(shortestDelay, delay));
  });
