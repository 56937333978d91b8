import { setTimeout as sleep } from 'node:timers/promises';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { targetIdOf } from '../browser/playwright-inner.js';
import { ifInTime } from '../waits/in-time.js';
import type { ActionContext } from './action-context.js';

/** A page that runs no script answers within the first; one that hangs again and again answers in none of them. */
const patienceMs = [200, 1000, 1000];
/** From the end of one script to the start of the next, which may be waiting for its turn. */
const pauseMs = 100;
const toldMs = 500;

/** A page that runs a script takes no other one meanwhile. */
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
 * Ends the script that the page is busy with. Where none runs, `terminateExecution` ends the next one: so it is told only to
 * a page that does not answer, and what it may still strike afterwards is a script that nobody waits for. `first` is what
 * keeps the browser from telling the page anything, and is to be ended before. False: the page goes on hanging, whatever it
 * is told.
 */
export const endScript = async (target: CdpSession, first?: () => Promise<unknown>): Promise<boolean> => {
  let during = first;
  for (const milliseconds of patienceMs) {
    if (await isResponsive(target, milliseconds, during)) return true;
    during = undefined;
    // A page that waits for a server outside of its scripts is never told.
    await ifInTime(target.send('Runtime.terminateExecution'), toldMs);
    await sleep(pauseMs, undefined, { ref: false });
  }
  return false;
};

interface StopOptions {
  /** Whether it goes on to where it is on its way. */
  goesOn: boolean;
}

/** Ends the scripts that a page hangs in; where that cannot be done, the page. */
export const stopPage = async (context: ActionContext, { goesOn }: StopOptions): Promise<void> => {
  const { page, target, state } = context;
  const { dialogs } = context.browser;
  const stopLoading = () => target.send('Page.stopLoading').catch(() => undefined);
  const stopped = await endScript(target, goesOn ? undefined : stopLoading);
  if (stopped || dialogs.holdsOne(targetIdOf(page))) return;
  state.pageEnded(
    'The page took too long to answer, again and again, and was ended: a script hangs in it, or there is too much of it.',
  );
  // A crash it would have to be told of, and hears nothing.
  await page.close().catch(() => undefined);
};
