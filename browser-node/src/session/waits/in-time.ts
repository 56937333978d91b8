import { setTimeout as sleep } from 'node:timers/promises';
import { atMost } from '@tintype/runtime';

/** Whether work still runs after `milliseconds`. */
export const outlasts = (work: Promise<unknown>, milliseconds: number): Promise<boolean> => {
  const over = work.then(
    () => false,
    () => false,
  );
  return Promise.race([over, sleep(milliseconds, true, { ref: false })]);
};

/** The result of work. Undefined if it fails or is late. */
export const ifInTime = <T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> =>
  atMost(milliseconds, () => work).catch(() => undefined);
