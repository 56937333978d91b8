import { setTimeout as sleep } from 'node:timers/promises';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { targetIdOf } from '../browser/playwright-inner.js';
import { ifInTime } from '../waits/in-time.js';
import type { ActionContext } from './action-context.js';

/** A page without a script answers within the first. A page that hangs again and again answers in none. */
const patienceMs = [200, 1000, 1000];
/** Time between the end of a script and the start of the next one in the queue. */
const pauseMs = 100;
const toldMs = 500;

/** A page that runs a script answers no other one. */
const isResponsive = async (
  target: CdpSession,
  milliseconds: number,
  during?: () => Promise<unknown>,
): Promise<boolean> => {
  const answered = target.send('Runtime.evaluate', { expression: '0' }).then(
    () => true,
    () => true,
  );
  await during?.();
  return Promise.race([answered, sleep(milliseconds, false, { ref: false })]);
};

/**
 * Ends the script that the page is busy with; false if the page still hangs. `terminateExecution` ends the next script
 * if none runs, so only a page that does not answer gets it. A script that it then hits late is one that nobody
 * waits for. `first` runs before, to end what blocks commands to the page.
 */
export const endScript = async (target: CdpSession, first?: () => Promise<unknown>): Promise<boolean> => {
  let during = first;
  for (const milliseconds of patienceMs) {
    if (await isResponsive(target, milliseconds, during)) return true;
    during = undefined;
    // A page that waits for a server outside its scripts never gets the command.
    await ifInTime(target.send('Runtime.terminateExecution'), toldMs);
    await sleep(pauseMs, undefined, { ref: false });
  }
  return false;
};

interface StopOptions {
  /** Whether a navigation in progress continues. */
  goesOn: boolean;
}

/** Ends the scripts that a page hangs in. If that fails, ends the page. */
export const stopPage = async (context: ActionContext, { goesOn }: StopOptions): Promise<void> => {
  const { page, target, state } = context;
  const { dialogs } = context.browser;
  const stopLoading = () => target.send('Page.stopLoading').catch(() => undefined);
  const stopped = await endScript(target, goesOn ? undefined : stopLoading);
  if (stopped || dialogs.holdsOne(targetIdOf(page))) return;
  state.pageEnded('The page did not answer in time and was closed: a script hangs in it, or the page is too large.');
  // `close`, not `Page.crash`: a hung page would not receive that.
  await page.close().catch(() => undefined);
};
