import { type Clock, DeadlineExceeded, type Logger, pause } from '@tintype/runtime';

export interface SweepsOptions {
  sweep: (signal: AbortSignal) => Promise<void>;
  /** Milliseconds between two sweeps, give or take a quarter. */
  everyMs: number;
  /** After these milliseconds, a sweep is aborted. */
  deadlineMs: number;
  clock: Clock;
  random: () => number;
  log: Pick<Logger, 'error'>;
}

/** The first sweep begins within a tenth of the period: it settles sessions that a crashed operator left. */
const firstShare = 0.1;

/** Sweeps again and again until the term ends. */
export const sweepUntil = async (term: AbortSignal, options: SweepsOptions): Promise<void> => {
  const { clock, everyMs, random } = options;
  let waitMs = everyMs * firstShare * random();
  while (true) {
    await pause(clock, waitMs, term);
    if (term.aborted) return;
    await sweepOnce(term, options);
    waitMs = everyMs * (0.75 + random() / 2);
  }
};

const sweepOnce = async (term: AbortSignal, { sweep, deadlineMs, clock, log }: SweepsOptions): Promise<void> => {
  const late = new AbortController();
  const cancelTimer = clock.after(deadlineMs, () => late.abort(new DeadlineExceeded('the sweep took too long')));
  try {
    await sweep(AbortSignal.any([term, late.signal]));
  } catch (error) {
    // An abort at the end of the term is no failure.
    if (!term.aborted)
      log.error({ err: error }, 'some sessions whose objects are gone are not settled: the next sweep tries again');
  } finally {
    cancelTimer();
  }
};
