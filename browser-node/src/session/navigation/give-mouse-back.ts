import type { ActionContext } from '../actions/action.js';
import { hasMouseAgain, hasNoMouse } from '../device/touch.js';
import { quietly } from '../run/quietly.js';
import { Trip } from './trip.js';

type Whose = Pick<ActionContext, 'page' | 'target'>;

/** A page that cannot be left yet is left without. */
const mostMs = 2000;

/** Goes there in vain, without a request; resolves once the browser's own page that says so is there, with whether it is. */
const failToGo = async ({ page, target }: Whose, url: string): Promise<boolean> => {
  const { targetInfo } = await target.send('Target.getTargetInfo');
  const trip = new Trip(page);
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
    // Playwright hears of it later than we: it would take that page for another navigation, and the next one for cut off.
    const isBlocked = errorText === 'net::ERR_BLOCKED_BY_CLIENT';
    if (isBlocked) await trip.failed();
    return isBlocked;
  } finally {
    off();
    trip.end();
  }
};

/**
 * A page that has lost its mouse has one again in a process of another site, and no sooner. The page for an error is such
 * a site; whoever goes to the same address from there takes its place in the history.
 */
export const giveMouseBack = async (whose: Whose, url: string): Promise<void> => {
  const { target } = whose;
  if (!hasNoMouse(target) || !/^https?:/i.test(url)) return;
  // Where it has failed, it is tried again at the next address.
  if (await quietly(failToGo(whose, url), mostMs)) hasMouseAgain(target);
  // A page that has gone asks for nothing.
  await target.send('Fetch.disable').catch(() => undefined);
};
