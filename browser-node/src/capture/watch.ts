import { EventEmitter, once } from 'node:events';
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

/** A page that is being looked after. */
export interface Watched {
  /** Rejects when the page is beyond help. */
  lost: Promise<never>;
  /**
   * Resolves when the page answers, and blames it for nothing from then on: a print of a long page or the reading of a
   * large one keep it busy for many seconds, and are our own. They end by their budgets and with the deadline.
   */
  rest: () => Promise<void>;
}

/**
 * Ends scripts that never end by themselves, as `for (;;);` does, and lets what is there be captured. A page that does
 * not answer even then fails, well before its deadline: waiting does not mend it. Only its own questions count, so that
 * a machine which stood still blames nobody. A page that had to be helped once is helped to the end, or its next endless
 * script would keep it from being captured.
 */
const watchScripts = ({ page, warnings }: Run, signal: AbortSignal): Watched => {
  const { session } = page;
  const { promise: lost, reject } = Promise.withResolvers<never>();
  const answers = new EventEmitter();
  let unanswered = 0;
  let ended = false;
  let resting = false;
  const heard = () => {
    unanswered = 0;
    answers.emit('answer');
  };
  const endScripts = () => {
    if (!ended) warnings.push('Scripts of the page kept it busy without end and were stopped.');
    ended = true;
    session.send('Runtime.terminateExecution').catch(() => undefined);
  };
  const giveUp = () => {
    if (!resting) reject(new TintypeError('timeout', 'The page does not answer any more.'));
  };
  const ask = () => {
    // Before its server has answered there is no page, and Chromium passes no question on.
    if (page.activity.documents === 0 || (resting && !ended)) return;
    if (unanswered >= mostPatience) giveUp();
    if (unanswered >= (ended ? 1 : patience)) endScripts();
    unanswered += 1;
    session.send('Runtime.evaluate', { expression: '0' }).then(heard, heard);
  };
  const timer = setInterval(ask, askMs);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  const rest = async () => {
    if (unanswered > 0) await once(answers, 'answer', { signal });
    resting = true;
  };
  return { lost, rest };
};

/** Keeps a page that goes on to another document for ever at the one that it has: it could never be captured. */
const watchDocuments = async ({ page, warnings }: Run, signal: AbortSignal): Promise<void> => {
  const { activity, requests } = page;
  await activity.until(() => activity.documents > mostDocuments, signal);
  warnings.push('The page went on to another address again and again and was stopped.');
  activity.giveUp();
  await requests.refuseDocuments();
};

/** Looks after a page that is being rendered, until the signal. */
export const watch = (run: Run, signal: AbortSignal): Watched => {
  // Ends with the signal or with its page.
  watchDocuments(run, signal).catch(() => undefined);
  watchTraffic(run, signal);
  return watchScripts(run, signal);
};
