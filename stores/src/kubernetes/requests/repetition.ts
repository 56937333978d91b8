import { StoreUnavailable, Throttled } from '@tintype/crds';
import { Backoff, type Deadline } from '@tintype/runtime';

/** How often a call is made in all. */
const attempts = 5;

/** Undefined when another attempt could do harm, or would fail in the same way. */
const pauseAfter = (error: unknown, backoff: Backoff): number | undefined => {
  if (error instanceof Throttled) return Math.max(error.retryAfterMs, backoff.next());
  return error instanceof StoreUnavailable && error.effect === 'none' ? backoff.next() : undefined;
};

/** Repeats what had no effect, as far as the deadline lets it: reads, and writes that were certainly not done. */
export const repeated = async <T>(attempt: () => Promise<T>, deadline: Deadline): Promise<T> => {
  const backoff = new Backoff({ firstMs: 100, maxMs: 2000 });
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      const pause = pauseAfter(error, backoff);
      if (made === attempts || pause === undefined || deadline.passed || pause >= deadline.remaining) throw error;
      await deadline.sleep(pause).catch(() => {
        throw error;
      });
      // A process that was paused may get here before its timers have run.
      if (deadline.remaining === 0) throw error;
    }
  }
};
