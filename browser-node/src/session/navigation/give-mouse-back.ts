import { setTimeout } from 'node:timers/promises';
import type { ActionContext } from '../context/action-context.js';
import { hasMouseAgain, hasNoMouse } from '../device/touch.js';
import { ifInTime } from '../waits/in-time.js';
import { RedirectChain } from './redirect-chain.js';

type MousePage = Pick<ActionContext, 'page' | 'target'>;

/** A page that cannot be left yet is left without. */
const mostMs = 2000;

/** Between the page's word that it is there and the browser's own, an address would get a place of its own in the history. */
const historyAnswers = async (target: MousePage['target'], signal: AbortSignal): Promise<void> => {
  const ask = () => ifInTime(target.send('Page.getNavigationHistory'), mostMs);
  while (!(await ask())) await setTimeout(10, undefined, { signal, ref: false });
};

/** Goes there in vain, without a request; resolves once the browser's own page that says so is there, with whether it is. */
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
    // Playwright hears of it later than we: it would take that page for another navigation, and the next one for cut off.
    await chain.errorPageShown();
    await historyAnswers(target, signal);
    return true;
  } finally {
    off();
    chain.end();
  }
};

/**
 * A page that has lost its mouse has one again in a process of another site, and no sooner. The page for an error is such
 * a site; whoever goes to the same address from there takes its place in the history.
 */
export const giveMouseBack = async (whose: MousePage, url: string): Promise<void> => {
  const { target } = whose;
  if (!hasNoMouse(target) || !/^https?:/i.test(url)) return;
  // Where it has failed, it is tried again at the next address.
  if (await ifInTime(failNavigation(whose, url, AbortSignal.timeout(mostMs)), mostMs)) hasMouseAgain(target);
  // A page that has gone asks for nothing.
  await target.send('Fetch.disable').catch(() => undefined);
};
