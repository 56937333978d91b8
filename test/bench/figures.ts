import type { Load } from './load.js';

/** The smallest value that so much of the list (0 to 1) does not exceed. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.ceil(sorted.length * share), sorted.length) - 1] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The median of the rounds' medians, in milliseconds. */
export const p50 = (rounds: readonly Load[]): number =>
  median(rounds.map(({ samples }) => median(samples.map(({ milliseconds }) => milliseconds))));

/** The median of the rounds' rates. */
export const rate = (rounds: readonly Load[]): number => median(rounds.map((each) => each.rate));

export const errorsOf = (rounds: readonly Load[]): number => rounds.reduce((sum, { errors }) => sum + errors, 0);
