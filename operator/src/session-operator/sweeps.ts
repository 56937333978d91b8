import { type Clock, DeadlineExceeded, type Logger, pause } from '@tintype/runtime';

export interface SweepsOptions {
  sweep: (signal: AbortSignal) => Promise<void>;
  /** Between the end of one sweep and the beginning of the next, give or take a quarter. */
  everyMs: number;
  /** One that takes longer is given up. */
  deadlineMs: number;
  clock: Clock;
  random: () => number;
  log: Pick<Logger, 'error'>;
}

/** The first one comes sooner: what an operator leaves behind that dies is the next one's to settle. */
const firstShare = 0.1;

/** Sweeps again and again until the term is over. A sweep that fails is logged: the next one begins from nothing. */
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
  const takeBack = clock.after(deadlineMs, () => late.abort(new DeadlineExceeded('the sweep has taken too long')));
  try {
    await sweep(AbortSignal.any([term, late.signal]));
  } catch (error) {
    // What ends because the term is over is no failure.
    if (!term.aborted) log.error({ err: error }, 'cannot sweep what sessions left behind');
  } finally {
    takeBack();
  }
};
