import { ifInTime, outlasts, pause, systemClock } from '@tintype/runtime';
import type { CdpSession } from '../../browser/cdp/connection.js';

/** Limits of the attempts: an idle page answers within the first, a page that keeps hanging in none. */
const patienceMs = [200, 1000, 1000];
/** Pause after a script has ended: the next one may wait in the queue. */
const pauseMs = 100;
const terminateMs = 500;

/** The note for a page that was closed because no script of it could be ended. */
export const hangs = 'The page did not answer in time and was closed: a script hangs in it, or the page is too large.';

/** A page that runs a script answers no other one. */
const isResponsive = async (
  target: CdpSession,
  milliseconds: number,
  during?: () => Promise<unknown>,
): Promise<boolean> => {
  const answered = target.send('Runtime.evaluate', { expression: '0' }).catch(() => undefined);
  await during?.();
  return !(await outlasts(answered, milliseconds));
};

/**
 * Ends the script that the page is busy with; false if the page still hangs. `terminateExecution` also ends the next
 * script if none runs, so only a silent page gets it. `first` ends what blocks commands to the page.
 */
export const endScript = async (target: CdpSession, first?: () => Promise<unknown>): Promise<boolean> => {
  let during = first;
  for (const milliseconds of patienceMs) {
    if (await isResponsive(target, milliseconds, during)) return true;
    during = undefined;
    // A page that waits for a server never gets the command.
    await ifInTime(target.send('Runtime.terminateExecution'), terminateMs);
    await pause(systemClock, pauseMs);
  }
  return false;
};
