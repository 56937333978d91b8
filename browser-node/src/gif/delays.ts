/** Browsers show a frame of 0 or 1 hundredths of a second for 10. */
export const shortestDelay = 2;
const longestDelay = 0xffff;

/** A time as whole hundredths of a second after the first frame. Rounding times, not delays, adds up no error. */
export const toHundredths = (atMs: number, firstMs: number): number => Math.round((atMs - firstMs) / 10);

/**
 * When the last frame starts, so that it stays for the shortest delay before the end. It starts earlier where the frame
 * before leaves it the time, and is undefined, left out, where not. A first frame, which has no `previous`, starts at 0.
 */
export const startOfLast = (start: number, end: number, previous: number | undefined): number | undefined => {
  if (previous === undefined) return 0;
  const latest = Math.min(start, end - shortestDelay);
  return latest - previous >= shortestDelay ? latest : undefined;
};

/** Delays of frames with these starts, in hundredths of a second: their sum is the end, at least the shortest delay. */
export const delaysOf = (starts: readonly number[], end: number): number[] =>
  starts.map((start, index) => {
    const delay = (starts[index + 1] ?? end) - start;
    return Math.min(longestDelay, Math.max(shortestDelay, delay));
  });
