/**
 * Milliseconds by each process's own clock. Each field is longer than the one below it. No process leads for at least
 * `leaseDurationMs - renewDeadlineMs` between a leader that lost its lease and the next one.
 */
export interface ElectionTiming {
  /** A lease that has not changed for this time may be taken by another process. */
  leaseDurationMs: number;
  /** A leader that could not renew for this time stops. */
  renewDeadlineMs: number;
  /** The time between two renewals, and between two tries of a candidate, without jitter. */
  retryPeriodMs: number;
}

export const usualTiming: ElectionTiming = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000 };

const maxJitterFactor = 1.2;

/** Lengthens the period by up to 20 %, so that candidates do not ask at the same moment. */
export const withJitter = (periodMs: number, random: () => number): number =>
  periodMs * (1 + random() * (maxJitterFactor - 1));

/** @throws RangeError if two processes could lead, or none for long */
export const checkTiming = ({ leaseDurationMs, renewDeadlineMs, retryPeriodMs }: ElectionTiming): void => {
  if (renewDeadlineMs >= leaseDurationMs) throw new RangeError('The renew deadline must be shorter than the lease.');
  if (retryPeriodMs * maxJitterFactor >= renewDeadlineMs)
    throw new RangeError('The retry period must be well below the renew deadline.');
};
