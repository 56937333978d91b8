import type { Protocol } from 'devtools-protocol';
import type { BrowserContext } from 'playwright-core';
import type { CdpMessage, CdpSession } from '../../browser/cdp/connection.js';
import { holdsNothing } from '../../in-page/document-facts.js';
import { refuseLeavingWeb } from '../../in-page/guards.js';
import { callInPage, worldName } from '../page-world/call-in-page.js';
import type { Journal } from './journal.js';

const webAddress = /^(https?|about|data|blob|filesystem|javascript|chrome-error):/i;

/** Whether an address is none that a page can be at: `mailto:` and the like, and files. */
export const isOutOfWeb = (address: string): boolean => address !== '' && !webAddress.test(address);

/** What a page wants that it is kept from: whoever waits for it waits in vain. */
export const isLinkOut = ({ method, params }: CdpMessage): boolean =>
  method === 'Page.frameRequestedNavigation' && isOutOfWeb((params as Protocol.Page.FrameRequestedNavigationEvent).url);

const noteLinkOut = (address: string, journal: Pick<Journal, 'note'>) =>
  journal.note(`A link to ${address.slice(0, 200)} was not followed: it leads out of the web.`);

/**
 * Closes a window that a page has just opened when it comes to nothing: it goes out of the web, or a server sends it there, or
 * answers with a download or with nothing; and nobody has written into it. Who opens it may do that before we hear of it.
 */
const closeEmptyWindow = (window: CdpSession, hasOpener: boolean, close: () => Promise<void>) => {
  let isFirstDocument = true;
  let hasNavigated = false;
  const closeIfEmpty = async () => {
    if (isFirstDocument && (await callInPage(window, holdsNothing))) await close();
  };
  // One that has gone meanwhile need not be closed.
  const closeIfUnused = () => void closeIfEmpty().catch(() => undefined);
  // One that names no opener was opened to go somewhere. Before it answers, it has told where; or it has come to nothing.
  if (!hasOpener)
    callInPage(window, holdsNothing).then(
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
  /** Closes the window, if it is one that a page has opened. */
  close: () => Promise<void>;
}

/** Has a page, or a frame, go nowhere out of the web, and notes where it would have gone. Answers what it has said. */
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

/** Notes where servers lead out of the web: the browser goes nowhere then (browser/programs.ts). */
export const noteRedirectsOut = (context: BrowserContext, journal: Pick<Journal, 'note'>): void => {
  context.on('request', (request) => {
    if (request.redirectedFrom() && isOutOfWeb(request.url())) noteLinkOut(request.url(), journal);
  });
};
