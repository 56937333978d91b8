import { type Clock, raceSignal } from '@tintype/runtime';

export interface CallLimits {
  clock: Clock;
  /** The call is given up after so many milliseconds. */
  withinMs: number;
  /** Gives it up earlier. */
  signal?: AbortSignal | undefined;
}

/** A call of the store was given up; a write may have happened, or may happen yet. */
export class CallGivenUp extends Error {
  override name = 'CallGivenUp';
}

/** Settles as the call does, or fails with {@link CallGivenUp}: also where the store does not heed the signal. */
export const boundedCall = async <T>(limits: CallLimits, call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const giveUp = new AbortController();
  const end = () => giveUp.abort(new CallGivenUp('The call was given up.'));
  const cancel = limits.clock.after(limits.withinMs, end);
  limits.signal?.addEventListener('abort', end);
  try {
    if (limits.signal?.aborted) end();
    giveUp.signal.throwIfAborted();
    return await raceSignal(call(giveUp.signal), giveUp.signal);
  } finally {
    cancel();
    limits.signal?.removeEventListener('abort', end);
  }
};
