import type { CdpSession } from '../../browser/cdp/connection.js';

/**
 * Refuses downloads in the browser's first context, and in each that anybody makes before a page of it does anything. It
 * listens before others are told of a target, so that what it says is done before what they say.
 */
export const refuseDownloads = async (browser: CdpSession): Promise<void> => {
  const contexts = new Set<string | undefined>();
  const refuse = (browserContextId?: string) =>
    browser.send('Browser.setDownloadBehavior', {
      behavior: 'deny',
      eventsEnabled: true,
      ...(browserContextId === undefined ? {} : { browserContextId }),
    });
  browser.on('Target.attachedToTarget', ({ targetInfo: { browserContextId } }) => {
    if (contexts.has(browserContextId)) return;
    contexts.add(browserContextId);
    // One that has gone meanwhile needs none.
    refuse(browserContextId).catch(() => undefined);
  });
  await refuse();
};
