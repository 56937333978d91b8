import { setTimeout as sleep } from 'node:timers/promises';

/** Whether work still goes on when so much time has passed. It settles as it likes, and for whoever waits for it. */
export const lasts = (work: Promise<unknown>, milliseconds: number): Promise<boolean> => {
  const over = work.then(
    () => false,
    () => false,
  );
  return Promise.race([over, sleep(milliseconds, true, { ref: false })]);
};
