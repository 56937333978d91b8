import { setTimeout } from 'node:timers/promises';
import type { ActionContext } from '../context/action-context.js';
import { hasMouseAgain, hasNoMouse } from '../device/touch.js';
import { ifInTime } from '../waits/in-time.js';
import { RedirectChain } from './redirect-chain.js';

type MousePage = Pick<ActionContext, 'page' | 'target'>;

/** A page that cannot be left by then stays without a mouse. */
const mostMs = 2000;

/** Until the browser's history answers, a navigation would get its own history entry. */
const historyAnswers = async (target: MousePage['target'], signal: AbortSignal): Promise<void> => {
  const ask = () => ifInTime(target.send('Page.getNavigationHistory'), mostMs);
  while (!(await ask())) await setTimeout(10, undefined, { signal, ref: false });
};

/** Navigates without a request, and resolves when Chromium's error page is shown. False if it was not. */
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
    // Playwright hears of the error page late. It would take it for another navigation, and the next one for
    // interrupted.
    await chain.errorPageShown();
    await historyAnswers(target, signal);
    return true;
  } finally {
    off();
    chain.end();
  }
};

/**
 * A page that lost its mouse gets it back in the process of another site. Chromium's error page is such a site. A
 * navigation from there to the same address replaces its history entry.
 */
export const giveMouseBack = async (whose: MousePage, url: string): Promise<void> => {
  const { target } = whose;
  if (!hasNoMouse(target) || !/^https?:/i.test(url)) return;
  // After a failure, the next navigation tries again.
  if (await ifInTime(failNavigation(whose, url, AbortSignal.timeout(mostMs)), mostMs)) hasMouseAgain(target);
  // A page that is gone requests nothing.
  await target.send('Fetch.disable').catch(() => undefined);
};
