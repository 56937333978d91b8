import { ifInTime } from '@tintype/runtime';
import type { Protocol } from 'devtools-protocol';
import { type CdpConnection, type CdpSession, TargetGone } from '../../browser/cdp/connection.js';
import { isExtension } from '../../browser/process/extension.js';
import type { Viewport } from '../../capture/viewport.js';
import type { Journal } from '../pages/journal.js';
import { refuseLinksOut } from '../pages/links-out.js';
import { deviceIdentity, type Identity } from './identity.js';
import { OtherSessions, type UserAgent } from './other-sessions.js';
import { setTouch } from './touch.js';
import { requestScriptAs, WorkerDevice } from './worker-device.js';

export interface Settings {
  viewport: Viewport;
  /** Replaces the identity's user agent. */
  deviceUserAgent: string | undefined;
  identity: Identity;
}

/** Limit for workers, frames and clients' pages. */
const othersMs = 2000;

type Kind = 'page' | 'frame' | 'worker';

const kindOf = (type: string): Kind => {
  if (type === 'page') return 'page';
  return type === 'iframe' ? 'frame' : 'worker';
};

/** Leaves out the browser's own pages. */
const filter = [
  { type: 'browser', exclude: true },
  { type: 'browser_ui', exclude: true },
  { type: 'tab', exclude: true },
  {},
];

const deviceOf = ({ identity, deviceUserAgent }: Settings): UserAgent | undefined =>
  deviceUserAgent === undefined ? undefined : deviceIdentity(deviceUserAgent, identity.userAgent);

const orientationOf = ({ width, height, mobile }: Viewport): Protocol.Emulation.ScreenOrientation => {
  if (!mobile) return { type: 'landscapePrimary', angle: 0 };
  return height >= width ? { type: 'portraitPrimary', angle: 0 } : { type: 'landscapePrimary', angle: 90 };
};

/** Height of tabs and address bar in a desktop Chromium. */
const barHeight = ({ viewport, identity }: Settings): number => (identity.automated || viewport.mobile ? 0 : 87);

/** Makes the window at least as large as `--window-size`. */
const setWindow = async (session: CdpSession, settings: Settings): Promise<void> => {
  const { width, height } = settings.viewport;
  const { windowId, bounds } = await session.send('Browser.getWindowForTarget');
  const around = { width: Math.max(1440, width), height: Math.max(900, height) + barHeight(settings) };
  if (around.width === bounds.width && around.height === bounds.height) return;
  await session.send('Browser.setWindowBounds', { windowId, bounds: around });
};

/** A screen at least as large as `--screen-info`. */
const screenAround = (settings: Settings) => {
  const { width, height, mobile } = settings.viewport;
  if (mobile) return {};
  return { screenWidth: Math.max(1920, width), screenHeight: Math.max(1080, height + barHeight(settings)) };
};

const applyToPage = (session: CdpSession, settings: Settings): Promise<unknown>[] => {
  const { viewport, identity } = settings;
  const { width, height, deviceScaleFactor, mobile } = viewport;
  const metrics = { width, height, deviceScaleFactor, mobile, ...screenAround(settings) };
  const screenOrientation = orientationOf(viewport);
  return [
    session.send('Emulation.setDeviceMetricsOverride', { ...metrics, screenOrientation }),
    ...(identity.automated ? [] : [setWindow(session, settings)]),
    // Pictures show no scrollbars. A person's window has them.
    session.send('Emulation.setScrollbarsHidden', { hidden: identity.automated }),
    // A page in the background behaves as if it had the focus.
    session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
  ];
};

const setUserAgent = (session: CdpSession, settings: Settings): Promise<unknown> =>
  session.send('Emulation.setUserAgentOverride', deviceOf(settings) ?? settings.identity.userAgent);

const workerDevices = new WeakMap<CdpSession, WorkerDevice>();

const setWorkerDevice = (session: CdpSession, settings: Settings): Promise<unknown> => {
  const workerDevice = workerDevices.get(session) ?? new WorkerDevice(session);
  workerDevices.set(session, workerDevice);
  return workerDevice.change(deviceOf(settings));
};

const applySettings = (session: CdpSession, kind: Kind, settings: Settings): Promise<unknown>[] => {
  const steps: Promise<unknown>[] = [setUserAgent(session, settings)];
  if (kind === 'worker') return [...steps, setWorkerDevice(session, settings)];
  steps.push(session.send('Emulation.setAutomationOverride', { enabled: settings.identity.automated }));
  steps.push(...setTouch(session, settings.viewport.touch));
  return kind === 'page' ? [...steps, ...applyToPage(session, settings)] : steps;
};

/** Resumes a target and detaches: an idle worker ends if no page holds it, and one detached while paused never runs. */
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
  readonly #journal: Journal;
  readonly others = new OtherSessions(() => this.#reapplyUserAgents());
  #settings: Settings;
  /** The browser's default context. */
  #context: string | undefined;

  private constructor(connection: CdpConnection, settings: Settings, journal: Journal) {
    this.#connection = connection;
    this.#settings = settings;
    this.#journal = journal;
  }

  static async start(connection: CdpConnection, settings: Settings, journal: Journal): Promise<TargetSettings> {
    const targets = new TargetSettings(connection, settings, journal);
    await targets.#follow(connection.browser);
    // No page opened these pages, so they count as asked for.
    for (const target of targets.#pages.keys()) connection.requestedTargets.add(target);
    return targets;
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** The number of pages in all contexts, also of those that Playwright does not know yet. */
  get pages(): number {
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
    const own = [...this.#pages.values()].filter(({ context }) => context === this.#context);
    for (const { session } of own) session.send('Emulation.resetPageScaleFactor').catch(() => undefined);
    await Promise.all(own.map(({ session }) => this.#apply([session, 'page'])));
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
    return [...this.#pages.values()].some((page) => page.session === session && page.context === this.#context);
  }

  async #apply([session, kind]: readonly [CdpSession, Kind]): Promise<void> {
    const results = await Promise.allSettled(applySettings(session, kind, this.#settings));
    const failure = results.find((each) => each.status === 'rejected');
    // Workers do not know all commands.
    if (failure && kind === 'page' && this.#targets.has(session) && !(failure.reason instanceof TargetGone))
      throw failure.reason;
  }

  /** The conversation that has the page's overrides. */
  page(targetId: string | undefined): CdpSession {
    const page = this.#pages.get(targetId ?? '');
    if (!page) throw new TargetGone('The page is gone.');
    return page.session;
  }

  #follow(parent: CdpSession): Promise<unknown> {
    const sessions = new Map<string, CdpSession>();
    parent.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      // A client's session with the browser itself.
      if (targetInfo.type === 'browser') return;
      const session = this.#connection.session(sessionId);
      if (isExtension(targetInfo))
        return void detachReleased(session, () => parent.send('Target.detachFromTarget', { sessionId }));
      sessions.set(sessionId, session);
      const { type, targetId, browserContextId: context } = targetInfo;
      this.#context ??= context;
      if (type === 'page') this.#pages.set(targetId, { session, context });
      this.#attached(session, targetInfo, parent);
    });
    parent.on('Target.detachedFromTarget', ({ sessionId, targetId }) => {
      const session = sessions.get(sessionId);
      sessions.delete(sessionId);
      if (!session) return;
      this.#targets.delete(session);
      if (targetId !== undefined) this.#pages.delete(targetId);
    });
    const options = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    return parent.send('Target.setAutoAttach', parent === this.#connection.browser ? { ...options, filter } : options);
  }

  #refuseLinksOut(session: CdpSession, targetInfo: Protocol.Target.TargetInfo): Promise<unknown>[] {
    const { targetId } = targetInfo;
    const close = async () => {
      if (await this.#connection.requestedTargets.has(targetId)) return;
      this.#pages.delete(targetId);
      await this.#connection.browser.send('Target.closeTarget', { targetId }).catch(() => undefined);
    };
    return refuseLinksOut({ session, targetInfo, journal: this.#journal, close });
  }

  #attached(session: CdpSession, targetInfo: Protocol.Target.TargetInfo, parent: CdpSession): void {
    const kind = kindOf(targetInfo.type);
    this.#targets.set(session, kind);
    const links = kind === 'worker' ? [] : this.#refuseLinksOut(session, targetInfo);
    const results = applySettings(session, kind, this.#settings);
    const steps = [...results, ...links, this.#follow(session)];
    const device = deviceOf(this.#settings);
    // Browser and page both report a service worker. If both pause its requests, Chromium takes 5 s to end it.
    const isFirst = targetInfo.type === 'service_worker' && parent === this.#connection.browser;
    if (device && isFirst) steps.push(requestScriptAs(session, device, Promise.all(results)));
    // The target resumes after all steps before.
    steps.push(session.send('Runtime.runIfWaitingForDebugger'));
    // Some targets do not know some commands.
    for (const step of steps) step.catch(() => undefined);
  }
}
