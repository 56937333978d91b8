import { ifInTime, outlasts, pause, systemClock } from '@tintype/runtime';
import type { CdpSession } from '../../browser/cdp/connection.js';

/** Limits of the attempts: an idle page answers within the first, a page that keeps hanging in none. */
const patienceMs = [200, 1000, 1000];
/** Pause after a script has ended: the next one may wait in the queue. */
const pauseMs = 100;
const terminateMs = 500;
/** A busy page, such as one that starts a large application, answers sooner. */
const busyMs = 5000;

/** The note for a page that was closed because no script of it could be ended. */
export const pageHangsNote =
  'The page did not answer in time and was closed: a script hangs, or the page is too large.';

export const scriptEndedNote = `A page did not answer for ${busyMs / 1000} s, so the script that ran in it was ended.`;

/** `idle`: no script had to be ended. `hangs`: the page still does not answer. */
export type ScriptEnd = 'idle' | 'ended' | 'hangs';

/** Whether the page answers in time. A page that runs a script answers no other one. */
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
 * Ends the script that the page is busy with. `terminateExecution` also ends the next script if none runs, so only a
 * silent page gets it. `first` ends what blocks commands to the page.
 */
export const endScript = async (target: CdpSession, first?: () => Promise<unknown>): Promise<ScriptEnd> => {
  let during = first;
  let end: ScriptEnd = 'idle';
  for (const milliseconds of patienceMs) {
    if (await isResponsive(target, milliseconds, during)) return end;
    during = undefined;
    // A page that waits for a server never gets the command.
    await ifInTime(target.send('Runtime.terminateExecution'), terminateMs);
    await pause(systemClock, pauseMs);
    end = 'ended';
  }
  return 'hangs';
};

/** Ends the script of a page that does not answer for 5 s, unless it waits for a person. */
export const endLongScript = async (target: CdpSession, waitsForPerson: () => boolean): Promise<ScriptEnd> => {
  if ((await isResponsive(target, busyMs)) || waitsForPerson()) return 'idle';
  return endScript(target);
};
