import { systemClock } from '@tintype/runtime';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { readBrowserVersion } from '../../browser/process/find-browser.js';
import { type BrowserProcess, type LaunchOptions, launchBrowser } from '../../browser/process/launch.js';
import { maxPixels } from '../../capture/clip.js';
import { defaultViewport } from '../../capture/viewport.js';
import { automatedIdentity, desktopIdentity, startUserAgent } from '../device/identity.js';
import { TargetSettings } from '../device/target-settings.js';
import { registerEngine } from '../page-world/engine.js';
import { Dialogs } from '../pages/dialogs.js';
import { followPages, refuseDownloads } from '../pages/page-events.js';
import { PageState } from '../pages/page-state.js';
import { connectPlaywright, loadPlaywright } from './connect-playwright.js';
import { correctPlaywright } from './correct-playwright.js';
import { CurrentPage } from './current-page.js';
import { targetIdOf } from './playwright-inner.js';

export interface SessionBrowserOptions extends Pick<LaunchOptions, 'binary' | 'full' | 'uid' | 'switches' | 'wall'> {
  /** Pixels of the largest picture that its memory allows. */
  maxPixels?: number;
}

interface BrowserParts {
  process: BrowserProcess;
  full: boolean;
  version: string;
  targets: TargetSettings;
  context: BrowserContext;
  playwright: CDPSession;
  dialogs: Dialogs;
  state: PageState;
  maxPixels: number;
}

/** The browser of one session and one account. It is never reused. */
export class SessionBrowser {
  readonly process: BrowserProcess;
  readonly targets: TargetSettings;
  readonly current: CurrentPage;
  readonly dialogs: Dialogs;
  readonly state: PageState;
  readonly maxPixels: number;
  /** A full Chromium, not a headless shell. */
  readonly full: boolean;

  readonly #version: string;

  private constructor(parts: BrowserParts) {
    const { process, targets, context, playwright, dialogs, state } = parts;
    this.process = process;
    this.maxPixels = parts.maxPixels;
    this.full = parts.full;
    this.#version = parts.version;
    this.targets = targets;
    const { requestedTargets, browser } = process.connection;
    const isForeign = (page: Page) => !targets.isOwn(targetIdOf(page));
    this.current = new CurrentPage(context, {
      browser: playwright,
      requestedTargets,
      isForeign,
      journal: state.journal,
    });
    this.dialogs = dialogs;
    this.state = state;
    followPages(context, browser, state);
  }

  /** Resolves when its page is open. */
  static async start(options: SessionBrowserOptions): Promise<SessionBrowser> {
    const { binary, full, uid, switches, wall } = options;
    const version = await readBrowserVersion(binary);
    const process = await launchBrowser({
      binary,
      full,
      uid,
      wall,
      role: 'session',
      switches: [...switches, `--user-agent=${startUserAgent(version)}`, 'about:blank'],
      // Browser and Playwright load at once, a core each. A later call reports a load error.
      onProcess: () => loadPlaywright().catch(() => undefined),
    });
    try {
      const settings = { viewport: defaultViewport, deviceUserAgent: undefined, identity: automatedIdentity(version) };
      await refuseDownloads(process.connection.browser);
      const state = new PageState();
      const dialogs = new Dialogs(systemClock, state.journal);
      const targets = await TargetSettings.start(process.connection, settings, state.journal);
      const browser = await connectPlaywright(process, { dialogs, state, sessions: targets.others });
      // Playwright has missed events then, and no action would work again.
      browser.once('disconnected', () => process.kill());
      const [context] = browser.contexts();
      if (!context) throw new Error('The browser has no default context.');
      await registerEngine(context);
      const [page] = context.pages();
      if (page) await correctPlaywright(page);
      const playwright = await browser.newBrowserCDPSession();
      const parts = { process, full, version, targets, context, playwright, dialogs, state };
      return new SessionBrowser({ ...parts, maxPixels: options.maxPixels ?? maxPixels });
    } catch (error) {
      await process.close();
      throw error;
    }
  }

  get gone(): Promise<void> {
    return this.process.connection.closed;
  }

  async ping(): Promise<void> {
    await this.process.connection.browser.send('Browser.getVersion');
  }

  async hideAutomation(): Promise<void> {
    await this.targets.change({ identity: desktopIdentity(this.#version) });
  }

  /** Kills the browser, whose orderly exit would save nothing useful. */
  async stop(): Promise<void> {
    this.process.kill();
    await this.gone;
    this.clear().catch(() => undefined);
  }

  async clear(): Promise<void> {
    await this.process.close();
  }
}
