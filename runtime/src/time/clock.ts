export interface Clock {
  /** Milliseconds since the Unix epoch; may jump. For stored times. */
  now: () => number;
  /** Milliseconds that only grow, except while the machine sleeps. For durations and waits. */
  monotonic: () => number;
  /** The returned function cancels it. Keeps no process alive. */
  after: (milliseconds: number, call: () => void) => () => void;
}

// setTimeout takes 31 bits of milliseconds, and fires at once above.
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, Math.min(Math.max(milliseconds, 0), longestTimer));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
