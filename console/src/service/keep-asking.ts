import { ServiceError } from './service-error.js';

/** The value or the error of the last call. */
export interface Asked<T> {
  value?: T | undefined;
  error: ServiceError | undefined;
}

export interface AskingOptions<T> {
  signal: AbortSignal;
  /** Milliseconds until the next call; undefined: there is none. */
  periodOf: (asked: Asked<T>) => number | undefined;
  show: (asked: Asked<T>) => void;
}

const untilVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });

/** Calls once, then again while the page is visible, until the signal ends or an error is final. */
export const keepAsking = async <T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { signal, periodOf, show }: AskingOptions<T>,
): Promise<void> => {
  while (!signal.aborted) {
    const asked: Asked<T> = await ask(signal).then(
      (value) => ({ value, error: undefined }),
      (error: unknown) => ({ error: ServiceError.of(error) }),
    );
    if (signal.aborted) return;
    show(asked);
    const wait = periodOf(asked);
    if (wait === undefined || asked.error?.isFinal) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
    await untilVisible(signal);
  }
};
