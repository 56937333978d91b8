export interface Clock {
  /** Milliseconds since the Unix epoch; may jump. For stored times. */
  now: () => number;
  /** Milliseconds that never jump, and stand still while the machine sleeps. For durations and waits. */
  monotonic: () => number;
  /** Calls `call` once after this time. Returns a function that cancels the call. */
  after: (milliseconds: number, call: () => void) => () => void;
}

// setTimeout accepts 31 bits of milliseconds (24.8 days). It fires at once for a longer delay.
const longestTimerMs = 2 ** 31 - 1;

const startTimer = (milliseconds: number, call: () => void) =>
  setTimeout(call, Math.min(Math.max(milliseconds, 0), longestTimerMs));

/** The clock of the machine. A timer of `after` does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = startTimer(milliseconds, call);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Its timers keep the process alive. For waits during which perhaps nothing else does. */
export const holdingClock: Pick<Clock, 'after'> = {
  after: (milliseconds, call) => {
    const timer = startTimer(milliseconds, call);
    return () => clearTimeout(timer);
  },
};
