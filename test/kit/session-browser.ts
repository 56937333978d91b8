import { SessionBrowser } from '@tintype/browser-node/testing';
import { fullChromium } from './guarded-browser.js';

const browserUid = process.getuid?.() === 0 ? 65_534 : undefined;

/** A session's browser in this process, until the block ends. */
export const startSessionBrowser = async (switches: readonly string[] = []) => {
  const browser = await SessionBrowser.start({ binary: fullChromium, uid: browserUid, switches });
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.stop().then(() => browser.clear()) });
};

/** Like a client's command, which the browser distinguishes from its own targets. */
export const createTarget = async (browser: SessionBrowser, params: { url: string; browserContextId?: string }) => {
  const { requestedTargets, browser: root } = browser.process.connection;
  const made = requestedTargets.begin();
  made({ result: await root.send('Target.createTarget', params) });
};
