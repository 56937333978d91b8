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

const startTimer = (milliseconds: number, call: () => void) =>
  setTimeout(call, Math.min(Math.max(milliseconds, 0), longestTimer));

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = startTimer(milliseconds, call);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Its timers keep the process alive: for a wait while the process may have nothing else. */
export const holdingClock: Pick<Clock, 'after'> = {
  after: (milliseconds, call) => {
    const timer = startTimer(milliseconds, call);
    return () => clearTimeout(timer);
  },
};
