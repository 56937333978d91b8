import type { AvailableEndpoint, Options, Phase, Timings } from '@tintype/contracts';
import { type Deadline, raceSignal } from '@tintype/runtime';
import type { Page } from '../browser/page/page.js';
import type { ExplainHost } from './navigation-error.js';

/** What a node has for all its renders. A step finds it in its `Run`. */
export interface Surroundings {
  /** Why the way out did not lead to a host. */
  readonly explain: ExplainHost;
}

/**
 * What the steps of one render share. Steps that every endpoint has take a `Run`, and so see the options that all have;
 * an output takes the run of its own endpoint.
 */
export interface Run<E extends AvailableEndpoint = AvailableEndpoint> {
  readonly page: Page;
  readonly endpoint: E;
  readonly options: Options<E>;
  readonly deadline: Deadline;
  /** Largest result in bytes; null: no limit. */
  readonly resultBytes: number | null;
  /** What went less than well, as sentences for the client. */
  readonly warnings: string[];
  readonly timings: Timings;
  readonly surroundings: Surroundings;
}

/** The file that a render makes. */
export interface Output {
  contentType: string;
  body: Buffer;
}

/** How an endpoint makes its file of a page that has settled. */
export interface OutputStep<E extends AvailableEndpoint> {
  /** Changes the page first, as this output needs it. */
  prepare?: (run: Run<E>) => Promise<void>;
  make: (run: Run<E>) => Promise<Output>;
  /** `make` itself keeps a long page busy for many seconds: the page is not blamed for it. */
  keepsBusy?: true;
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
