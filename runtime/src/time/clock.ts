export interface Clock {
  /** Milliseconds since the Unix epoch; may jump. For stored times. */
  now: () => number;
  /** Milliseconds that only grow, except while the machine sleeps. For durations and waits. */
  monotonic: () => number;
  /** Calls `call` once after this time. Returns a function that cancels this. Keeps no process alive. */
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

/** For waits while nothing else may keep the process alive: its timers do. */
export const holdingClock: Pick<Clock, 'after'> = {
  after: (milliseconds, call) => {
    const timer = startTimer(milliseconds, call);
    return () => clearTimeout(timer);
  },
};
