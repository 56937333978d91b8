import { systemClock } from '@tintype/runtime';
import type { BrowserContext, Page } from 'playwright-core';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { readBrowserVersion } from '../../browser/process/find-browser.js';
import { type BrowserProcess, type LaunchOptions, launchBrowser } from '../../browser/process/launch.js';
import { maxPixels } from '../../capture/area/clip.js';
import { defaultViewport } from '../../capture/open/viewport.js';
import { automatedIdentity, desktopIdentity, startUserAgent } from '../../device/identity.js';
import { TargetSettings } from '../device/target-settings.js';
import { registerEngine } from '../page-world/engine.js';
import { Dialogs } from '../pages/dialogs.js';
import { endLongScript, scriptEndedNote } from '../pages/end-script.js';
import { followPages, refuseDownloads } from '../pages/page-events.js';
import { PageState } from '../pages/page-state.js';
import { connectPlaywright } from './connect-playwright.js';
import { CurrentPage } from './current-page.js';
import { targetIdOf } from './playwright-inner.js';

export interface SessionBrowserOptions extends Pick<LaunchOptions, 'binary' | 'full' | 'uid' | 'switches' | 'wall'> {
  /** The version of the binary, if it is known. */
  version?: string | undefined;
  /** Pixels of the largest picture that the browser's memory allows. */
  maxPixels?: number;
}

interface BrowserParts {
  process: BrowserProcess;
  full: boolean;
  version: string;
  targets: TargetSettings;
  dialogs: Dialogs;
  state: PageState;
  maxPixels: number;
}

/** The browser of one session and one account. It is never reused. */
export class SessionBrowser {
  readonly process: BrowserProcess;
  readonly targets: TargetSettings;
  readonly dialogs: Dialogs;
  readonly state: PageState;
  readonly maxPixels: number;
  /** A full Chromium, not a headless shell. */
  readonly full: boolean;
  readonly #version: string;
  #connecting: Promise<CurrentPage> | undefined;
  #current: CurrentPage | undefined;
  #context: BrowserContext | undefined;

  private constructor(parts: BrowserParts) {
    this.process = parts.process;
    this.maxPixels = parts.maxPixels;
    this.full = parts.full;
    this.#version = parts.version;
    this.targets = parts.targets;
    this.dialogs = parts.dialogs;
    this.state = parts.state;
  }

  /** Resolves when the browser's first page is open. */
  static async start(options: SessionBrowserOptions): Promise<SessionBrowser> {
    const { binary, full, uid, switches, wall } = options;
    const version = options.version ?? (await readBrowserVersion(binary));
    const process = await launchBrowser({
      binary,
      full,
      uid,
      wall,
      role: 'session',
      switches: [...switches, `--user-agent=${startUserAgent(version)}`, 'about:blank'],
    });
    try {
      const settings = { viewport: defaultViewport, deviceUserAgent: undefined, identity: automatedIdentity(version) };
      const state = new PageState();
      await refuseDownloads(process.connection.browser, state.journal);
      const dialogs = new Dialogs(systemClock, state.journal);
      const targets = await TargetSettings.start(process.connection, settings, { state, dialogs });
      await targets.opened();
      const parts = { process, full, version, targets, dialogs, state };
      return new SessionBrowser({ ...parts, maxPixels: options.maxPixels ?? maxPixels });
    } catch (error) {
      await process.close();
      throw error;
    }
  }

  /** The page of actions. Connect Playwright first. */
  get current(): CurrentPage {
    if (!this.#current) throw new Error('Playwright is not connected.');
    return this.#current;
  }

  /** The browser's default context. Connect Playwright first. */
  get context(): BrowserContext {
    if (!this.#context) throw new Error('Playwright is not connected.');
    return this.#context;
  }

  /**
   * Connects Playwright once. Actions and profiles need it. Kills a browser that Playwright cannot reach. After a
   * timeout, which a page that hangs causes, the next call tries again.
   */
  connectPlaywright(): Promise<CurrentPage> {
    this.#connecting ??= this.#connect().catch((error: unknown) => {
      if (error instanceof Error && error.name === 'TimeoutError') this.#connecting = undefined;
      else this.process.kill();
      throw error;
    });
    return this.#connecting;
  }

  async #connect(): Promise<CurrentPage> {
    const { process, state, targets } = this;
    const { requestedTargets } = process.connection;
    await this.#endHangs();
    const { browser: playwright, deliverLines } = await connectPlaywright(process, { state, sessions: targets.others });
    // After a disconnect, Playwright has missed events, and no action would work again.
    playwright.once('disconnected', () => process.kill());
    const [context] = playwright.contexts();
    if (!context) throw new Error('The browser has no default context.');
    followPages(context, state);
    await registerEngine(context);
    const browser = await playwright.newBrowserCDPSession();
    deliverLines();
    this.#context = context;
    const isForeign = (page: Page) => !targets.isOwn(targetIdOf(page));
    const opened = targets.pageSessions.map(([targetId]) => targetId);
    this.#current = new CurrentPage(context, { browser, requestedTargets, isForeign, opened });
    return this.#current;
  }

  /** Ends scripts that hang: Playwright would wait for their pages. */
  async #endHangs(): Promise<void> {
    const end = async ([targetId, session]: readonly [string, CdpSession]) => {
      const outcome = await endLongScript(session, () => this.dialogs.holdsOne(targetId));
      if (outcome === 'ended') this.state.journal.note(scriptEndedNote);
    };
    await Promise.all(this.targets.pageSessions.map(end));
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

  /** Ends the browser and removes its files. */
  async clear(): Promise<void> {
    await this.process.close();
  }
}
