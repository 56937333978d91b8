/** Returns the reason why the input fails the check; undefined if it passes. */
export type Check<T, R> = (input: T) => R | undefined;

/** Combines checks into one. It runs them in order and returns the first reason. */
export const firstReason =
  <T, R>(checks: readonly Check<T, R>[]): Check<T, R> =>
  (input) => {
    for (const check of checks) {
      const reason = check(input);
      if (reason) return reason;
    }
    return undefined;
  };
