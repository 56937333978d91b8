import type { Protocol } from 'devtools-protocol';
import type { CdpMessage, CdpSession } from '../browser/cdp.js';
import { refuseLeavingWeb } from '../in-page/refuse-leaving-web.js';
import { worldName } from './call-in-page.js';
import type { Journal } from './journal.js';

const webAddress = /^(https?|about|data|blob|filesystem|javascript|chrome-error):/i;

/** Whether an address is none that a page can be at: `mailto:` and the like, and files. */
export const isOutOfWeb = (address: string): boolean => address !== '' && !webAddress.test(address);

/** What a page wants that it is kept from: whoever waits for it waits in vain. */
export const isLinkOut = ({ method, params }: CdpMessage): boolean =>
  method === 'Page.frameRequestedNavigation' && isOutOfWeb((params as Protocol.Page.FrameRequestedNavigationEvent).url);

/** Has a page, or a frame, go nowhere out of the web, and notes where it would have gone. Answers what it has said. */
export const refuseLinksOut = (session: CdpSession, journal: Pick<Journal, 'note'>): Promise<unknown>[] => {
  const note = ({ url }: { url: string }) => {
    if (isOutOfWeb(url)) journal.note(`A link to ${url.slice(0, 200)} was not followed: it leads out of the web.`);
  };
  session.on('Page.frameScheduledNavigation', note);
  session.on('Page.windowOpen', note);
  const source = `(${refuseLeavingWeb})(${webAddress})`;
  return [
    session.send('Page.enable'),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName, runImmediately: true }),
  ];
};
