/** Says why not, or nothing. */
export type Check<T, R> = (input: T) => R | undefined;

/** The first reason that a list of checks gives. */
export const firstReason =
  <T, R>(checks: readonly Check<T, R>[]): Check<T, R> =>
  (input) => {
    for (const check of checks) {
      const reason = check(input);
      if (reason) return reason;
    }
    return undefined;
  };
