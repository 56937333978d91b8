/** A figure at a time, in milliseconds. */
export interface Point {
  at: number;
  value: number;
}

const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const hourMs = 3_600_000;

/** How fast a figure grows, an hour: the median of the slopes between all pairs, which outliers do not move (Theil and Sen). */
export const slopeAnHour = (points: readonly Point[]): number =>
  median(
    points.flatMap((one, index) =>
      points.slice(index + 1).map((other) => ((other.value - one.value) / (other.at - one.at)) * hourMs),
    ),
  );
