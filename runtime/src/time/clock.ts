/** Time as a program sees it, so that a test can play it. */
export interface Clock {
  /** Milliseconds since the Unix epoch; may jump. For what is written down. */
  now: () => number;
  /** Milliseconds that only go forward, also while the process is stopped, but not while the machine sleeps. For what is measured and waited for. */
  monotonic: () => number;
  /** Calls back once after so many milliseconds; the answer takes it back. Keeps no process alive. */
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
