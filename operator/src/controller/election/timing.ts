/**
 * How a lease is held; each longer than the next. All in milliseconds, measured by each process on its own clock.
 * The difference of the first two is what separates two leaders: whoever leads has stopped to believe it for so long
 * before anybody else begins.
 */
export interface ElectionTiming {
  /** Without a change of the lease for so long, its holder counts as gone. */
  leaseDurationMs: number;
  /** A leader that could not renew the lease for so long leads no more. */
  renewDeadlineMs: number;
  /** Between two renewals, and between two looks of those who stand. */
  retryPeriodMs: number;
}

/** The usual ones of Kubernetes' own controllers. */
export const usualTiming: ElectionTiming = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000 };

/** The longest that jitter makes of a period. */
const jitterFactor = 1.2;

/** A period made longer by chance, so that those who stand do not all ask at once. */
export const jittered = (periodMs: number, random: () => number): number =>
  periodMs * (1 + random() * (jitterFactor - 1));

/** Throws a RangeError for a timing under which two could lead, or nobody for long. */
export const checkTiming = ({ leaseDurationMs, renewDeadlineMs, retryPeriodMs }: ElectionTiming): void => {
  if (renewDeadlineMs >= leaseDurationMs) throw new RangeError('The renew deadline must be shorter than the lease.');
  if (retryPeriodMs * jitterFactor >= renewDeadlineMs)
    throw new RangeError('The retry period must be well below the renew deadline.');
};
