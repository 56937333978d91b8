import type { ImageOptions, Phase, Timings } from '@tintype/contracts';
import type { Deadline } from '@tintype/runtime';
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

/** Waits for `work`, but not past the deadline, nor for a page that is gone. */
export const within = <T>({ page, deadline }: Run, work: Promise<T>): Promise<T> =>
  deadline.race(Promise.race([work, page.gone]));

/** Adds the time that `work` takes to a phase. */
export const timed = async <T>(timings: Timings, phase: Phase, work: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  try {
    return await work();
  } finally {
    timings[phase] = (timings[phase] ?? 0) + performance.now() - start;
  }
};
