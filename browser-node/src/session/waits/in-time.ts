import { setTimeout as sleep } from 'node:timers/promises';
import { raceSignal } from '@tintype/runtime';

/** Whether work still goes on when so much time has passed. It settles as it likes, and for whoever waits for it. */
export const outlasts = (work: Promise<unknown>, milliseconds: number): Promise<boolean> => {
  const over = work.then(
    () => false,
    () => false,
  );
  return Promise.race([over, sleep(milliseconds, true, { ref: false })]);
};

/** What comes of work; rejects where it does not come in time. */
export const atMost = <T>(work: Promise<T>, milliseconds: number): Promise<T> =>
  raceSignal(work, AbortSignal.timeout(milliseconds));

/** What comes of work; undefined where it fails, or does not come in time. */
export const ifInTime = <T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> =>
  atMost(work, milliseconds).catch(() => undefined);
