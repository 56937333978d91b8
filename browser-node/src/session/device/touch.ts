import type { CdpSession } from '../../browser/cdp.js';
import { quietly } from '../run/quietly.js';

const touched = new WeakSet<CdpSession>();
const mouseless = new WeakSet<CdpSession>();

/** Pages that are told of touch, or that there is none, lose their mouse: one that never had touch is not told so. */
export const tellTouch = (session: CdpSession, enabled: boolean): Promise<unknown>[] => {
  if (!enabled && !touched.delete(session)) return [];
  if (enabled) touched.add(session);
  if (enabled) mouseless.delete(session);
  else mouseless.add(session);
  return [session.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: enabled ? 5 : 1 })];
};

/** A page that cannot be left yet is left without. */
const mostMs = 2000;

/** Goes there in vain, without a request; resolves once the browser's own page that says so is there. */
const failToGo = async (page: CdpSession, url: string): Promise<void> => {
  const { targetInfo } = await page.send('Target.getTargetInfo');
  const failed = Promise.withResolvers<void>();
  const offs = [
    page.on('Page.frameNavigated', ({ frame }) => frame.unreachableUrl && !frame.parentId && failed.resolve()),
    page.on('Fetch.requestPaused', ({ requestId, frameId }) => {
      const isOurs = frameId === targetInfo.targetId;
      const answer = isOurs
        ? page.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        : page.send('Fetch.continueRequest', { requestId });
      answer.catch(() => undefined);
    }),
  ];
  try {
    await page.send('Fetch.enable', { patterns: [{ urlPattern: 'http*', resourceType: 'Document' }] });
    const { errorText } = await page.send('Page.navigate', { url });
    if (errorText === 'net::ERR_BLOCKED_BY_CLIENT') await failed.promise;
  } finally {
    for (const off of offs) off();
  }
};

/**
 * A page that has lost its mouse has one again in a process of another site, and no sooner. The page for an error is such
 * a site; whoever goes to the same address from there takes its place in the history.
 */
export const giveMouseBack = async (page: CdpSession, url: string): Promise<void> => {
  if (!mouseless.delete(page) || !/^https?:/i.test(url)) return;
  await quietly(failToGo(page, url), mostMs);
  await page.send('Fetch.disable');
};
