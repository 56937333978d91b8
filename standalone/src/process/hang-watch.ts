import { pause, systemClock } from '@tintype/runtime';

export interface HangWatchOptions {
  /** Whether the process answers at all, however it is; asked again and again. */
  alive: () => Promise<boolean>;
  everyMs: number;
  /** Questions in a row without an answer after which it counts as hung. */
  patience: number;
}

/** A busy machine keeps a healthy process from answering for some seconds, too. */
export const usualHangWatch = { everyMs: 2000, patience: 10 };

/** Resolves with true once the process has hung, or with false at the signal. */
export const hangs = async ({ alive, everyMs, patience }: HangWatchOptions, signal: AbortSignal): Promise<boolean> => {
  for (let unanswered = 0; unanswered < patience; ) {
    await pause(systemClock, everyMs, signal);
    if (signal.aborted) return false;
    unanswered = (await alive().catch(() => false)) ? 0 : unanswered + 1;
  }
  return true;
};
