import { SessionBrowser } from '@tintype/browser-node/testing';
import { fullChromium } from './guarded-browser.js';

const uid = process.getuid?.() === 0 ? 65_534 : undefined;

/** The browser of a session, in this process; it ends with its block. */
export const startSessionBrowser = async (switches: readonly string[] = []) => {
  const browser = await SessionBrowser.start({ binary: fullChromium, uid, switches });
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.stop().then(() => browser.clear()) });
};

/** As clients do: their commands are told from what the browser does by itself. */
export const createTarget = async (browser: SessionBrowser, params: { url: string; browserContextId?: string }) => {
  const { asked, browser: root } = browser.process.connection;
  const made = asked.begin();
  made({ result: await root.send('Target.createTarget', params) });
};
