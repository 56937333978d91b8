import type { Protocol } from 'devtools-protocol';
import type { BrowserContext } from 'playwright-core';
import type { CdpMessage, CdpSession } from '../../browser/cdp/connection.js';
import { worldName } from '../../browser/page/call-function.js';
import { isBlankDocument } from '../../in-page/content/document-facts.js';
import { refuseLeavingWeb } from '../../in-page/guards.js';
import { callInPage } from '../page-world/call-in-page.js';
import type { Journal } from './journal.js';

const webAddress = /^(https?|about|data|blob|filesystem|javascript|chrome-error):/i;

/** Whether no page can have this address: `mailto:` and the like, and files. */
export const isOutOfWeb = (address: string): boolean => address !== '' && !webAddress.test(address);

/** Whether the message reports a link out of the web. Playwright would wait for that navigation in vain. */
export const isLinkOut = ({ method, params }: CdpMessage): boolean =>
  method === 'Page.frameRequestedNavigation' && isOutOfWeb((params as Protocol.Page.FrameRequestedNavigationEvent).url);

const noteLinkOut = (address: string, journal: Pick<Journal, 'note'>) =>
  journal.note(`A link to ${address.slice(0, 200)} was not followed: sessions open http and https pages only.`);

/**
 * Closes a new window that shows nothing. Its address or a redirect leads out of the web, or the server sends a
 * download or no content. The opener may write into the window before this code runs.
 */
const closeEmptyWindow = (window: CdpSession, hasOpener: boolean, close: () => Promise<void>) => {
  let isFirstDocument = true;
  let hasNavigated = false;
  const closeIfEmpty = async () => {
    if (isFirstDocument && (await callInPage(window, isBlankDocument))) await close();
  };
  const closeIfUnused = () => void closeIfEmpty().catch(() => undefined);
  // A window without an opener reports a navigation before this answer, or never.
  if (!hasOpener)
    callInPage(window, isBlankDocument).then(
      () => hasNavigated || closeIfUnused(),
      () => undefined,
    );
  window.on('Page.frameStartedNavigating', ({ url }) => {
    hasNavigated = true;
    if (isOutOfWeb(url)) closeIfUnused();
  });
  window.on('Page.frameNavigated', () => {
    isFirstDocument = false;
  });
  window.on('Page.frameStoppedLoading', () => {
    if (hasNavigated) closeIfUnused();
  });
};

interface LinkGuardOptions {
  session: CdpSession;
  targetInfo: Pick<Protocol.Target.TargetInfo, 'type' | 'openerId'>;
  journal: Pick<Journal, 'note'>;
  close: () => Promise<void>;
}

/** Keeps a page or frame in the web, and notes its attempts. */
export const refuseLinksOut = ({ session, targetInfo, journal, close }: LinkGuardOptions): Promise<unknown>[] => {
  const note = ({ url }: { url: string }) => {
    if (isOutOfWeb(url)) noteLinkOut(url, journal);
  };
  session.on('Page.frameScheduledNavigation', note);
  session.on('Page.windowOpen', note);
  if (targetInfo.type === 'page') closeEmptyWindow(session, targetInfo.openerId !== undefined, close);
  const source = `(${refuseLeavingWeb})(${webAddress})`;
  return [
    session.send('Page.enable'),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName, runImmediately: true }),
  ];
};

/** Notes redirects out of the web, which the browser does not follow (browser/process/profiles.ts, `xdg-settings`). */
export const noteRedirectsOut = (context: BrowserContext, journal: Pick<Journal, 'note'>): void => {
  context.on('request', (request) => {
    if (request.redirectedFrom() && isOutOfWeb(request.url())) noteLinkOut(request.url(), journal);
  });
};
