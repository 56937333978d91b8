export type Check<T, R> = (input: T) => R | undefined;

/** The first reason that a check of the list returns. */
export const firstReason =
  <T, R>(checks: readonly Check<T, R>[]): Check<T, R> =>
  (input) => {
    for (const check of checks) {
      const reason = check(input);
      if (reason) return reason;
    }
    return undefined;
  };
