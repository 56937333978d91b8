import type { Clock } from './clock.js';

/** Waits for so many milliseconds, or until one of the signals is aborted; never fails. */
export const pause = async (
  clock: Pick<Clock, 'after'>,
  milliseconds: number,
  ...signals: AbortSignal[]
): Promise<void> => {
  if (signals.some((signal) => signal.aborted)) return;
  const over = Promise.withResolvers<void>();
  const end = () => over.resolve();
  const cancel = clock.after(milliseconds, end);
  for (const signal of signals) signal.addEventListener('abort', end);
  await over.promise;
  cancel();
  for (const signal of signals) signal.removeEventListener('abort', end);
};
