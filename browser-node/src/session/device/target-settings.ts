import { ifInTime } from '@tintype/runtime';
import type { Protocol } from 'devtools-protocol';
import { type CdpConnection, type CdpSession, TargetGone } from '../../browser/cdp/connection.js';
import { isExtension } from '../../browser/process/extension.js';
import {
  applySettings,
  deviceOf,
  type Kind,
  kindOf,
  type Settings,
  setUserAgent,
} from '../../device/apply-settings.js';
import { requestScriptAs } from '../../device/worker-device.js';
import { type Attendants, attendPage } from '../pages/attend-page.js';
import { HelperPages } from '../pages/helper-pages.js';
import { ShownPage } from '../pages/shown-page.js';
import { OtherSessions } from './other-sessions.js';

/** Further pages are closed as they open. */
const maxPages = 20;
/** Limit for the first page, which opens with the browser. */
const firstPageMs = 2000;
/** Limit for workers, frames and clients' pages. */
const othersMs = 2000;

/** Leaves out the browser's own pages. */
const filter = [
  { type: 'browser', exclude: true },
  { type: 'browser_ui', exclude: true },
  { type: 'tab', exclude: true },
  {},
];

/**
 * Resumes a target, then detaches from it. An idle worker ends if no page holds it. A worker detached while paused
 * never runs.
 */
const detachReleased = async (session: CdpSession, detach: () => Promise<unknown>): Promise<void> => {
  await session
    .send('Runtime.runIfWaitingForDebugger')
    .then(detach, () => undefined)
    .catch(() => undefined);
};

/**
 * Applies the settings to each target before it runs. Popups, frames of other sites and workers pause at their start,
 * once for each client of the browser.
 */
export class TargetSettings {
  readonly #connection: CdpConnection;
  readonly #targets = new Map<CdpSession, Kind>();
  readonly #pages = new Map<string, { session: CdpSession; context: string | undefined }>();
  readonly #attendants: Attendants;
  readonly #firstPage = Promise.withResolvers<void>();
  readonly shown = new ShownPage();
  readonly helpers = new HelperPages();
  readonly others = new OtherSessions(() => this.#reapplyUserAgents());
  #settings: Settings;
  #opening: Promise<void> | undefined;
  /** The browser's default context. */
  #context: string | undefined;

  private constructor(connection: CdpConnection, settings: Settings, attendants: Attendants) {
    this.#connection = connection;
    this.#settings = settings;
    this.#attendants = attendants;
  }

  static async start(connection: CdpConnection, settings: Settings, attendants: Attendants): Promise<TargetSettings> {
    const targets = new TargetSettings(connection, settings, attendants);
    await targets.#follow(connection.browser);
    return targets;
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** Resolves when a page is open and answers. */
  async opened(): Promise<void> {
    await ifInTime(this.#firstPage.promise, firstPageMs);
    // No page opened these pages, so they count as requested by a client.
    for (const target of this.#pages.keys()) this.#connection.requestedTargets.add(target);
    await this.ensurePage();
    await Promise.all(this.pageSessions.map(([, session]) => session.send('Runtime.evaluate', { expression: '0' })));
  }

  /** Opens a page if the session has none: clients expect one. */
  async ensurePage(): Promise<void> {
    // A page that closed before this answer does not count.
    await this.#connection.browser.send('Browser.getVersion');
    if (this.#ownPages.length > 0) return;
    this.#opening ??= this.#openPage().finally(() => {
      this.#opening = undefined;
    });
    await this.#opening;
  }

  /** Opens an empty page. No page opens it, so it counts as requested by a client. */
  async #openPage(): Promise<void> {
    const { browser, requestedTargets } = this.#connection;
    const answered = requestedTargets.begin();
    try {
      answered({ result: await browser.send('Target.createTarget', { url: 'about:blank' }) });
    } finally {
      answered();
    }
  }

  /** The pages of all contexts, by their ids. */
  get pageSessions(): (readonly [targetId: string, session: CdpSession])[] {
    return [...this.#pages].map(([targetId, { session }]) => [targetId, session] as const);
  }

  async close(targetId: string): Promise<void> {
    this.#forget(targetId);
    await this.#connection.browser.send('Target.closeTarget', { targetId }).catch(() => undefined);
  }

  #forget(targetId: string): void {
    this.#pages.delete(targetId);
    this.shown.closed(targetId);
    this.helpers.closed(targetId);
  }

  /** The number of pages in all contexts, including those that Playwright does not know yet. */
  get pageCount(): number {
    return this.#pages.size;
  }

  /** Whether a page is open and not in a client's context. */
  isOwn(targetId: string | undefined): boolean {
    return this.#pages.get(targetId ?? '')?.context === this.#context;
  }

  /**
   * Resolves when all targets have the settings, or after 2 s for workers, frames and clients' pages. Throws if a page
   * of the session refuses them.
   */
  async change(settings: Partial<Settings>): Promise<void> {
    this.#settings = { ...this.#settings, ...settings };
    this.others.change(deviceOf(this.#settings));
    await Promise.all([...this.#targets].map((target) => this.#applyInTime(target)));
  }

  /** Undoes a client's changes, except in its own contexts. */
  async restore(): Promise<void> {
    const own = this.#ownPages;
    for (const { session } of own) session.send('Emulation.resetPageScaleFactor').catch(() => undefined);
    await Promise.all(own.map(({ session }) => this.#apply([session, 'page'])));
  }

  get #ownPages() {
    return [...this.#pages.values()].filter(({ context }) => context === this.#context);
  }

  #reapplyUserAgents(): void {
    for (const [session, kind] of this.#targets) {
      if (kind !== 'worker') setUserAgent(session, this.#settings).catch(() => undefined);
    }
  }

  #applyInTime(target: readonly [CdpSession, Kind]): Promise<void> {
    const applying = this.#apply(target);
    return this.#isOwnPage(target[0]) ? applying : ifInTime(applying, othersMs);
  }

  #isOwnPage(session: CdpSession): boolean {
    return this.#ownPages.some((page) => page.session === session);
  }

  async #apply([session, kind]: readonly [CdpSession, Kind]): Promise<void> {
    const results = await Promise.allSettled(applySettings(session, kind, this.#settings));
    const failure = results.find((each) => each.status === 'rejected');
    // Workers do not know all commands.
    if (failure && kind === 'page' && this.#targets.has(session) && !(failure.reason instanceof TargetGone))
      throw failure.reason;
  }

  /** The CDP session that has the page's overrides. */
  page(targetId: string | undefined): CdpSession {
    const page = this.#pages.get(targetId ?? '');
    if (!page) throw new TargetGone('The page is gone.');
    return page.session;
  }

  #follow(parent: CdpSession): Promise<unknown> {
    const sessions = new Map<string, CdpSession>();
    parent.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      // A client's session with the browser itself has no settings.
      if (targetInfo.type === 'browser') return;
      const session = this.#connection.session(sessionId);
      if (isExtension(targetInfo))
        return void detachReleased(session, () => parent.send('Target.detachFromTarget', { sessionId }));
      sessions.set(sessionId, session);
      const { type, targetId, browserContextId: context } = targetInfo;
      this.#context ??= context;
      if (type === 'page') this.#pages.set(targetId, { session, context });
      if (type === 'page' && !this.helpers.opened(targetInfo)) this.shown.opened(targetId);
      this.#attached(session, targetInfo, parent);
    });
    parent.on('Target.detachedFromTarget', ({ sessionId, targetId }) => {
      const session = sessions.get(sessionId);
      sessions.delete(sessionId);
      if (!session) return;
      this.#targets.delete(session);
      if (targetId === undefined) return;
      this.#forget(targetId);
      this.#attendants.dialogs.forget(targetId);
    });
    const options = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    return parent.send('Target.setAutoAttach', parent === this.#connection.browser ? { ...options, filter } : options);
  }

  #attend(session: CdpSession, targetInfo: Protocol.Target.TargetInfo): Promise<unknown>[] {
    const { targetId, type } = targetInfo;
    const close = () => this.close(targetId);
    const closeUnasked = async () => {
      if (!(await this.#connection.requestedTargets.has(targetId))) await close();
    };
    if (type === 'page') this.#pageOpened(targetId);
    return attendPage({ ...this.#attendants, session, targetInfo, close, closeUnasked });
  }

  /** The session always has a page of its own, however many clients open. */
  #pageOpened(targetId: string): void {
    this.#firstPage.resolve();
    const isOnlyOwn = this.isOwn(targetId) && this.#ownPages.length === 1;
    const isExempt = isOnlyOwn || this.helpers.has(targetId);
    if (this.#pages.size - this.helpers.count <= maxPages || isExempt) return;
    this.#attendants.state.journal.note(`A new page was closed: a session may have ${maxPages} pages at most.`);
    void this.close(targetId);
  }

  #attached(session: CdpSession, targetInfo: Protocol.Target.TargetInfo, parent: CdpSession): void {
    const kind = kindOf(targetInfo.type);
    this.#targets.set(session, kind);
    const attending = kind === 'worker' ? [] : this.#attend(session, targetInfo);
    const results = applySettings(session, kind, this.#settings);
    const steps = [...results, ...attending, this.#follow(session)];
    const device = deviceOf(this.#settings);
    // Browser and page both report a service worker. If both pause its requests, Chromium takes 5 s to end it.
    const isReportedByBrowser = targetInfo.type === 'service_worker' && parent === this.#connection.browser;
    if (device && isReportedByBrowser) steps.push(requestScriptAs(session, device, Promise.all(results)));
    // The target resumes after the steps above.
    steps.push(session.send('Runtime.runIfWaitingForDebugger'));
    // Some targets do not know some commands.
    for (const step of steps) step.catch(() => undefined);
  }
}
