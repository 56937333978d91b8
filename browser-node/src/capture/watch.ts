import { TintypeError } from '@tintype/contracts';
import type { Run } from './run.js';
import { watchTraffic } from './watch-traffic.js';

/** How often a page is asked whether it still hears. Most renders are over before the first time. */
const askMs = 1000;
/** Questions without an answer after which the page's scripts are ended; afterwards one is enough. */
const patience = 5;
/** And after which the page is given up: neither its scripts nor our own code can be blamed any more. */
const mostPatience = 15;
/** More documents than a page goes through on its way to what it wants to show. */
const mostDocuments = 10;

/**
 * Ends scripts that never end by themselves, as `for (;;);` does, and lets what is there be captured. A page that does
 * not answer even then fails, well before its deadline: waiting does not mend it. Only its own questions count, so that
 * a machine which stood still blames nobody.
 */
const watchScripts = ({ page: { session }, warnings }: Run, signal: AbortSignal): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>();
  let unanswered = 0;
  let ended = false;
  const heard = () => {
    unanswered = 0;
  };
  const ask = () => {
    if (unanswered >= mostPatience) reject(new TintypeError('timeout', 'The page does not answer any more.'));
    if (unanswered >= (ended ? 1 : patience)) {
      if (!ended) warnings.push('Scripts of the page kept it busy without end and were stopped.');
      ended = true;
      session.send('Runtime.terminateExecution').catch(() => undefined);
    }
    unanswered += 1;
    session.send('Runtime.evaluate', { expression: '0' }).then(heard, heard);
  };
  const timer = setInterval(ask, askMs);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return promise;
};

/** Keeps a page that goes on to another document for ever at the one that it has: it could never be captured. */
const watchDocuments = async ({ page, warnings }: Run, signal: AbortSignal): Promise<void> => {
  const { activity, requests } = page;
  await activity.until(() => activity.documents > mostDocuments, signal);
  warnings.push('The page went on to another address again and again and was stopped.');
  activity.giveUp();
  await requests.refuseDocuments();
};

/** Looks after a page that is being rendered, until the signal. Rejects when the page is beyond help. */
export const watch = (run: Run, signal: AbortSignal): Promise<never> => {
  // Ends with the signal or with its page.
  watchDocuments(run, signal).catch(() => undefined);
  watchTraffic(run, signal);
  return watchScripts(run, signal);
};
