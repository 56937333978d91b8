import { formatNumber } from './format.js';

interface ProgressProps {
  label: string;
  total: number;
  succeeded: number;
  /** Failed and cancelled ones. */
  failed: number;
}

/** How many of all items have ended, and how. */
export const Progress = ({ label, total, succeeded, failed }: ProgressProps) => {
  const width = (count: number) => ({ width: `${(100 * count) / Math.max(1, total)}%` });
  const ended = succeeded + failed;
  return (
    <div
      class="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={ended}
      aria-valuetext={`${formatNumber(ended)} of ${formatNumber(total)}`}
    >
      <span class="good" style={width(succeeded)} />
      <span class="bad" style={width(failed)} />
    </div>
  );
};
