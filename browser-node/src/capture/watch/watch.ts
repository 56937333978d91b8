import { EventEmitter, once } from 'node:events';
import { TintypeError } from '@tintype/contracts';
import type { Run } from '../run.js';
import { watchTraffic } from './watch-traffic.js';

/** Interval of questions to the page. Most renders end before the first. */
const intervalMs = 1000;
/** Unanswered questions until the page's scripts are terminated. After that, one suffices. */
const terminateAfter = 5;
/** Unanswered questions until the page is given up. */
const giveUpAfter = 15;
/** More than any chain of client-side redirects needs. */
const maxDocuments = 10;

export interface Watched {
  /** Rejects when the page is given up. */
  lost: Promise<never>;
  /**
   * Resolves when the page answers. From then on, the page is not blamed: our own print or extraction blocks it for
   * seconds. Budgets and the deadline end such work.
   */
  rest: () => Promise<void>;
  /** Watches the page again, for the next output. */
  resume: () => void;
}

const endless = 'a script does not end, or the page is too large. Try `javascript=false`.';
const slow = 'it is too large, or this server has too much to do. Try again later.';

/**
 * Questions to the page. Layout, painting and a busy machine delay answers, too. Only a running script lets Chromium
 * answer `Performance.getMetrics` meanwhile: that question interrupts scripts (`ShouldInterruptForMethod` of Blink).
 */
const questionsTo = (session: Run['page']['session']) => {
  const answers = new EventEmitter();
  const state = { unanswered: 0, answered: 0, runsScript: false };
  const onAnswer = () => {
    state.unanswered = 0;
    state.answered += 1;
    state.runsScript = false;
    answers.emit('answer');
  };
  const ask = () => {
    state.unanswered += 1;
    session.send('Runtime.evaluate', { expression: '0' }).then(onAnswer, onAnswer);
  };
  const askForScript = (onFound: () => void) => {
    const { answered } = state;
    const found = () => {
      state.runsScript = state.answered === answered;
      onFound();
    };
    session.send('Performance.getMetrics').then(found, () => undefined);
  };
  return { answers, state, ask, askForScript };
};

/**
 * Terminates endless scripts, such as `for (;;);`, so that the page can be captured. A page that still does not answer
 * fails well before its deadline. Counts only its own questions, so a paused machine blames no page. After one
 * termination, a single unanswered question suffices: the next endless script would block the capture.
 */
const watchScripts = ({ page, warnings }: Run, signal: AbortSignal): Watched => {
  const { session } = page;
  const { promise: lost, reject } = Promise.withResolvers<never>();
  const { answers, state, ask, askForScript } = questionsTo(session);
  let hasTerminated = false;
  let isResting = false;
  const terminateScripts = () => {
    if (!hasTerminated)
      warnings.push(`Scripts of the page ran for ${terminateAfter} s without a pause and were stopped.`);
    hasTerminated = true;
    // What blocks the page from now on need not be a script.
    state.runsScript = false;
    session.send('Runtime.terminateExecution').catch(() => undefined);
  };
  const giveUp = () => {
    const cause = hasTerminated ? endless : slow;
    if (!isResting) reject(new TintypeError('timeout', `The page did not respond for ${giveUpAfter} s: ${cause}`));
  };
  const needed = () => (hasTerminated ? 1 : terminateAfter);
  const isEndless = () => state.unanswered >= needed() && state.runsScript;
  /** The first time, a script that has just been found may still end. */
  const onFound = () => {
    if (hasTerminated && isEndless() && !signal.aborted) terminateScripts();
  };
  const look = () => {
    // Before the first response there is no document, and Chromium queues the question.
    if (page.activity.documents === 0 || (isResting && !hasTerminated)) return;
    if (state.unanswered >= giveUpAfter) giveUp();
    if (isEndless()) terminateScripts();
    // While nothing is unanswered, the answer would prove nothing.
    else if (state.unanswered >= Math.max(needed() - 1, 1)) askForScript(onFound);
    ask();
  };
  const timer = setInterval(look, intervalMs);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  const rest = async () => {
    if (state.unanswered > 0) await once(answers, 'answer', { signal });
    isResting = true;
  };
  const resume = () => {
    isResting = false;
  };
  return { lost, rest, resume };
};

/** Stops a page that has navigated more than 10 times. Else a page that navigates for ever could never be captured. */
const watchDocuments = async ({ page, warnings }: Run, signal: AbortSignal): Promise<void> => {
  const { activity, requests } = page;
  await activity.until(() => activity.documents > maxDocuments, signal);
  warnings.push(`The page navigated more than ${maxDocuments} times and was stopped.`);
  activity.giveUp();
  await requests.refuseDocuments();
};

/** Watches a page during its render, until the signal. */
export const watch = (run: Run, signal: AbortSignal): Watched => {
  // This ends with the signal or the page.
  watchDocuments(run, signal).catch(() => undefined);
  watchTraffic(run, signal);
  return watchScripts(run, signal);
};
