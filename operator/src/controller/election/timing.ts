/**
 * Milliseconds by each process's own clock; each is longer than the next. Between two leaders, at least the difference
 * of the first two passes.
 */
export interface ElectionTiming {
  /** A lease that did not change for this time has lost its holder. */
  leaseDurationMs: number;
  /** A leader that could not renew for this time stops. */
  renewDeadlineMs: number;
  /** Between two renewals, and between two tries of a candidate. */
  retryPeriodMs: number;
}

export const usualTiming: ElectionTiming = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000 };

const jitterFactor = 1.2;

/** Keeps candidates from asking at the same moment. */
export const jittered = (periodMs: number, random: () => number): number =>
  periodMs * (1 + random() * (jitterFactor - 1));

/** @throws RangeError if two processes could lead, or none for long */
export const checkTiming = ({ leaseDurationMs, renewDeadlineMs, retryPeriodMs }: ElectionTiming): void => {
  if (renewDeadlineMs >= leaseDurationMs) throw new RangeError('The renew deadline must be shorter than the lease.');
  if (retryPeriodMs * jitterFactor >= renewDeadlineMs)
    throw new RangeError('The retry period must be well below the renew deadline.');
};
