import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserProcess, launchBrowser, Page, SessionBrowser } from '@tintype/browser-node/testing';

type Connection = BrowserProcess['connection'];

export const headlessShell = process.env.TINTYPE_HEADLESS_SHELL ?? '/usr/lib/chromium/chromium-headless-shell';
/** Not the script on PATH, which does not pass the pipe on. */
export const fullChromium = process.env.TINTYPE_CHROMIUM ?? '/usr/lib/chromium/chromium';
/** An unprivileged user on most systems: Chromium's sandbox does not start as root. */
const nobody = 65_534;

/** A page as a visitor has it. Scripts run in the page's own world. */
export interface VisitedPage {
  /** Waits for the load event. Throws Chromium's error. */
  goto: (url: string) => Promise<void>;
  /** The promise's outcome as text. Throws if the page closes. */
  evaluate: (expression: string) => Promise<string>;
  /** The last URL of `goto`. */
  readonly home: string;
  /** Opens another page, as a DevTools client can. */
  open: (url: string) => Promise<string>;
  /** The browser fetches a URL for a DevTools client. Returns Chromium's error, if any. */
  fetchAsClient: (url: string) => Promise<string>;
  close: () => Promise<void>;
}

const go = async ({ session, gone }: Page, url: string) => {
  const loaded = Promise.withResolvers<void>();
  const off = session.on('Page.loadEventFired', () => loaded.resolve());
  const { errorText } = await session.send('Page.navigate', { url });
  if (errorText) throw new Error(errorText);
  await Promise.race([loaded.promise, gone]);
  off();
};

const evaluate = async ({ session }: Page, expression: string) => {
  const parameters = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', parameters);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return String(result.value);
};

const openBeside = async ({ session }: Page, connection: Connection, url: string) => {
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const { browserContextId = '' } = targetInfo;
  await connection.browser.send('Target.createTarget', { url, browserContextId });
  return 'made';
};

const fetchAsClient = async ({ session }: Page, url: string) => {
  const { frameTree } = await session.send('Page.getFrameTree');
  const options = { disableCache: true, includeCredentials: false };
  const { resource } = await session.send('Network.loadNetworkResource', { frameId: frameTree.frame.id, url, options });
  return resource.netErrorName ?? 'answered';
};

const visit = (page: Page, connection: Connection): VisitedPage => {
  let home = '';
  return {
    goto: (url) => {
      home = url;
      return go(page, url);
    },
    get home() {
      return home;
    },
    evaluate: (expression) => evaluate(page, expression),
    open: (url) => openBeside(page, connection, url),
    fetchAsClient: (url) => fetchAsClient(page, url),
    close: () => page.dispose(),
  };
};

const uid = () => (process.getuid?.() === 0 ? nobody : undefined);

interface Launch {
  full?: boolean;
  role?: 'render' | 'session';
  /** Another program instead of the full Chromium; it finds its user itself. */
  wrapped?: string | undefined;
}

/** A browser as production launches it, sandboxed, with further switches. */
export const startBrowser = async (switches: readonly string[], { full = false, role, wrapped }: Launch = {}) => {
  const binary = wrapped ?? (full ? fullChromium : headlessShell);
  const user = wrapped === undefined ? uid() : undefined;
  const { connection, close } = await launchBrowser({ binary, full, uid: user, switches, ...(role && { role }) });
  return {
    newPage: async () => visit(await Page.create(connection, { width: 1280, height: 800 }), connection),
    close,
  };
};

/** A folder that the browser may write to. */
export const browserFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-test-'));
  const user = uid();
  if (user !== undefined) await chown(folder, user, user);
  return folder;
};

const browserUid = process.getuid?.() === 0 ? 65_534 : undefined;

/** Sessions run on a headless shell, unless this variable says `full` as in production. */
export const sessionsOnFull = process.env.TINTYPE_SESSION_BROWSER === 'full';

/** A session's browser in this process, with Playwright and without a wall, until the block ends. */
export const startSessionBrowser = async (switches: readonly string[] = [], full = sessionsOnFull) => {
  const binary = full ? fullChromium : headlessShell;
  const browser = await SessionBrowser.start({ binary, full, uid: browserUid, switches, wall: undefined });
  await browser.connectPlaywright();
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.stop().then(() => browser.clear()) });
};

/** Like a client's command, which the browser distinguishes from its own targets. */
export const createTarget = async (browser: SessionBrowser, params: { url: string; browserContextId?: string }) => {
  const { requestedTargets, browser: root } = browser.process.connection;
  const made = requestedTargets.begin();
  made({ result: await root.send('Target.createTarget', params) });
};
