import { ifInTime, pause, systemClock } from '@tintype/runtime';
import { hasMouseAgain, hasNoMouse } from '../../device/touch.js';
import type { ActionContext } from '../context/action-context.js';
import { RedirectChain } from './redirect-chain.js';

type MousePage = Pick<ActionContext, 'page' | 'target'>;

const maxMs = 2000;

/** Waits until the browser answers about its history. A navigation before this answer would get its own entry. */
const historyAnswers = async (target: MousePage['target'], signal: AbortSignal): Promise<void> => {
  const ask = () => ifInTime(target.send('Page.getNavigationHistory'), maxMs);
  while (!(await ask())) {
    await pause(systemClock, 10, signal);
    signal.throwIfAborted();
  }
};

/** Navigates to Chromium's error page without a request. False if it does not appear. */
const failNavigation = async ({ page, target }: MousePage, url: string, signal: AbortSignal): Promise<boolean> => {
  const { targetInfo } = await target.send('Target.getTargetInfo');
  const chain = new RedirectChain(page);
  const off = target.on('Fetch.requestPaused', ({ requestId, frameId }) => {
    const isOurs = frameId === targetInfo.targetId;
    const answer = isOurs
      ? target.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      : target.send('Fetch.continueRequest', { requestId });
    answer.catch(() => undefined);
  });
  try {
    await target.send('Fetch.enable', { patterns: [{ urlPattern: 'http*', resourceType: 'Document' }] });
    const { errorText } = await target.send('Page.navigate', { url });
    if (errorText !== 'net::ERR_BLOCKED_BY_CLIENT') return false;
    // Playwright learns of the error page late, and would take it for another navigation.
    await chain.errorPageShown();
    await historyAnswers(target, signal);
    return true;
  } finally {
    off();
    chain.end();
  }
};

/**
 * Gives back the mouse that a page lost with touch emulation (device/touch.ts). The page visits Chromium's error page,
 * which runs in another process. The next navigation to the same address replaces that entry in the history.
 */
export const giveMouseBack = async (mousePage: MousePage, url: string): Promise<void> => {
  const { target } = mousePage;
  if (!hasNoMouse(target) || !/^https?:/i.test(url)) return;
  // After a failure, the next navigation tries again.
  if (await ifInTime(failNavigation(mousePage, url, AbortSignal.timeout(maxMs)), maxMs)) hasMouseAgain(target);
  await target.send('Fetch.disable').catch(() => undefined);
};
