import { type Clock, systemClock } from './clock.js';

export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded';
}

/**
 * Settles as `work` does, or rejects with the signal's reason as soon as the signal aborts. `work` then runs on, and
 * its later failure is ignored.
 */
export const race = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  if (signal.aborted) {
    work.catch(() => undefined);
    throw signal.reason;
  }
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

export interface AtMostOptions {
  clock?: Pick<Clock, 'after'>;
  /** If this signal aborts first, `atMost` rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Makes the error for work that is late. Default: DeadlineExceeded. */
  late?: () => Error;
}

/**
 * Settles as `work` does, or rejects after `milliseconds` with the error of `late`. `work` gets a signal that aborts
 * at the same moment, or when `signal` does. Work that ignores the signal runs on, and its later failure is ignored.
 */
export const atMost = async <T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  { clock = systemClock, signal, late }: AtMostOptions = {},
): Promise<T> => {
  const timeout = new AbortController();
  const onTimeout = () => timeout.abort(late?.() ?? new DeadlineExceeded(`not done within ${milliseconds} ms`));
  const ending = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
  ending.throwIfAborted();
  const cancel = clock.after(milliseconds, onTimeout);
  try {
    return await race(work(ending), ending);
  } finally {
    cancel();
  }
};

/** The result of `work`; undefined if `work` fails or takes longer. Its timer does not keep the process alive. */
export const ifInTime = <T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> =>
  atMost(milliseconds, () => work).catch(() => undefined);

/** Whether `work` still runs after `milliseconds`. Its timer does not keep the process alive. */
export const outlasts = (work: Promise<unknown>, milliseconds: number): Promise<boolean> => {
  const hasOutlasted = work.then(
    () => false,
    () => false,
  );
  return atMost(milliseconds, () => hasOutlasted).catch(() => true);
};

/** Resolves after `milliseconds`, or when one of the signals aborts. Never rejects. */
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
