import type { ImageOptions, Phase, Timings } from '@tintype/contracts';
import { type Deadline, raceSignal } from '@tintype/runtime';
import type { Page } from '../browser/page.js';

/** What the steps of one render share. */
export interface Run {
  readonly page: Page;
  readonly options: ImageOptions;
  readonly deadline: Deadline;
  /** What went less than well, as sentences for the client. */
  readonly warnings: string[];
  readonly timings: Timings;
}

/** What an output step makes. */
export interface Output {
  contentType: string;
  body: Buffer;
}

/**
 * What `work` answers, or undefined when it has not within so many milliseconds, or half of the time that is left: a
 * page that is not done is captured as it is. The whole render is raced against the deadline elsewhere.
 */
export const atMost = async <T>(
  { deadline }: Run,
  milliseconds: number,
  work: (signal: AbortSignal, budgetMs: number) => Promise<T>,
): Promise<T | undefined> => {
  const budgetMs = Math.floor(Math.min(milliseconds, deadline.remaining / 2));
  const signal = AbortSignal.timeout(budgetMs);
  try {
    return await raceSignal(work(signal, budgetMs), signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
};

/** Adds the time that `work` takes to a phase. */
export const timed = async <T>(timings: Timings, phase: Phase, work: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  try {
    return await work();
  } finally {
    timings[phase] = (timings[phase] ?? 0) + performance.now() - start;
  }
};
