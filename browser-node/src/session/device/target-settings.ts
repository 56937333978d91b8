import type { Protocol } from 'devtools-protocol';
import { type CdpConnection, type CdpSession, TargetGone } from '../../browser/cdp/connection.js';
import { isExtension } from '../../browser/process/extension.js';
import type { Viewport } from '../../capture/viewport.js';
import type { Journal } from '../pages/journal.js';
import { refuseLinksOut } from '../pages/links-out.js';
import { ifInTime } from '../waits/in-time.js';
import { deviceIdentity, type Identity } from './identity.js';
import { OtherSessions, type UserAgent } from './other-sessions.js';
import { setTouch } from './touch.js';
import { requestScriptAs, WorkerDevice } from './worker-device.js';

/** What every page, frame and worker of a session's browser is told. */
export interface Settings {
  viewport: Viewport;
  /** In place of the identity's, for an emulated device. */
  deviceUserAgent: string | undefined;
  identity: Identity;
}

/** So long a worker, a frame or a client's page is waited for to take a change. */
const othersMs = 2000;

type Kind = 'page' | 'frame' | 'worker';

const kindOf = (type: string): Kind => {
  if (type === 'page') return 'page';
  return type === 'iframe' ? 'frame' : 'worker';
};

/** Pages of the browser's own are none of the session's. */
const filter = [
  { type: 'browser', exclude: true },
  { type: 'browser_ui', exclude: true },
  { type: 'tab', exclude: true },
  {},
];

/** Undefined where none is played. */
const deviceOf = ({ identity, deviceUserAgent }: Settings): UserAgent | undefined =>
  deviceUserAgent === undefined ? undefined : deviceIdentity(deviceUserAgent, identity.userAgent);

/** As it is held; a desk has its screen lying. */
const orientationOf = ({ width, height, mobile }: Viewport): Protocol.Emulation.ScreenOrientation => {
  if (!mobile) return { type: 'landscapePrimary', angle: 0 };
  return height >= width ? { type: 'portraitPrimary', angle: 0 } : { type: 'landscapePrimary', angle: 90 };
};

/** A person's window has tabs and an address above the page, so many pixels of a Chromium on a desk; ours has none. */
const barHeight = ({ viewport, identity }: Settings): number => (identity.automated || viewport.mobile ? 0 : 87);

/** The window around the page: as `--window-size` has it, or as large as the page, and what is above it. */
const setWindow = async (session: CdpSession, settings: Settings): Promise<void> => {
  const { width, height } = settings.viewport;
  const { windowId, bounds } = await session.send('Browser.getWindowForTarget');
  const around = { width: Math.max(1440, width), height: Math.max(900, height) + barHeight(settings) };
  if (around.width === bounds.width && around.height === bounds.height) return;
  await session.send('Browser.setWindowBounds', { windowId, bounds: around });
};

/** As `--screen-info` has it, or as large as the page and what is above it. */
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
    // Only a browser that is to look like a person's is asked for its window.
    ...(identity.automated ? [] : [setWindow(session, settings)]),
    // Pictures show none, and a page is as wide as it was told; a person's window has some.
    session.send('Emulation.setScrollbarsHidden', { hidden: identity.automated }),
    // A page that is not in front goes on as if it were.
    session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
  ];
};

const setUserAgent = (session: CdpSession, settings: Settings): Promise<unknown> =>
  session.send('Emulation.setUserAgentOverride', deviceOf(settings) ?? settings.identity.userAgent);

const workerDevices = new WeakMap<CdpSession, WorkerDevice>();

const setWorkerDevice = (session: CdpSession, settings: Settings): Promise<unknown> => {
  const word = workerDevices.get(session) ?? new WorkerDevice(session);
  workerDevices.set(session, word);
  return word.change(deviceOf(settings));
};

const applySettings = (session: CdpSession, kind: Kind, settings: Settings): Promise<unknown>[] => {
  const steps: Promise<unknown>[] = [setUserAgent(session, settings)];
  if (kind === 'worker') return [...steps, setWorkerDevice(session, settings)];
  steps.push(session.send('Emulation.setAutomationOverride', { enabled: settings.identity.automated }));
  steps.push(...setTouch(session, settings.viewport.touch));
  return kind === 'page' ? [...steps, ...applyToPage(session, settings)] : steps;
};

/** Held by nobody, a worker ends when it has nothing to do. One that is let go while it is held at its start is held for ever. */
const detachReleased = async (session: CdpSession, detach: () => Promise<unknown>): Promise<void> => {
  // One that has gone need not be let go.
  await session
    .send('Runtime.runIfWaitingForDebugger')
    .then(detach, () => undefined)
    .catch(() => undefined);
};

/**
 * Tells each target of the browser what it is to know before it does anything: popups, frames of other sites and workers
 * are held at their start until they have been told. Who else speaks to the browser holds them, too, and for himself.
 */
export class TargetSettings {
  readonly #connection: CdpConnection;
  readonly #targets = new Map<CdpSession, Kind>();
  readonly #pages = new Map<string, { session: CdpSession; context: string | undefined }>();
  readonly #journal: Journal;
  /** Others who speak with the browser have theirs told here. */
  readonly others = new OtherSessions(() => this.#reapplyUserAgents());
  #settings: Settings;
  /** The one that the browser has from its start. */
  #context: string | undefined;

  private constructor(connection: CdpConnection, settings: Settings, journal: Journal) {
    this.#connection = connection;
    this.#settings = settings;
    this.#journal = journal;
  }

  static async start(connection: CdpConnection, settings: Settings, journal: Journal): Promise<TargetSettings> {
    const targets = new TargetSettings(connection, settings, journal);
    await targets.#follow(connection.browser);
    // The browser was started with them: no page has opened them.
    for (const target of targets.#pages.keys()) connection.asked.add(target);
    return targets;
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** How many pages there are, in whatever context, also those that others do not know of yet. */
  get pages(): number {
    return this.#pages.size;
  }

  /** Whether a page is there, and in no context that a client has made: actions are about no other. */
  isOwn(targetId: string | undefined): boolean {
    return this.#pages.get(targetId ?? '')?.context === this.#context;
  }

  /**
   * Answers once all that is there has been told; what comes later will be. Workers, frames and the pages of clients' own contexts
   * are not waited for any longer where they hang. Throws when a page of the session's does not take it.
   */
  async change(settings: Partial<Settings>): Promise<void> {
    this.#settings = { ...this.#settings, ...settings };
    this.others.change(deviceOf(this.#settings));
    await Promise.all([...this.#targets].map((target) => this.#applyInTime(target)));
  }

  /**
   * For pages to which somebody has told something else, and left: they are as if nobody had told them anything. Those in
   * contexts of clients are theirs.
   */
  async restore(): Promise<void> {
    const own = [...this.#pages.values()].filter(({ context }) => context === this.#context);
    for (const { session } of own) session.send('Emulation.resetPageScaleFactor').catch(() => undefined);
    await Promise.all(own.map(({ session }) => this.#apply([session, 'page'])));
  }

  #reapplyUserAgents(): void {
    for (const [session, kind] of this.#targets) {
      // One that has gone need not be told.
      if (kind !== 'worker') setUserAgent(session, this.#settings).catch(() => undefined);
    }
  }

  #applyInTime(target: readonly [CdpSession, Kind]): Promise<void> {
    const telling = this.#apply(target);
    return this.#isOwnPage(target[0]) ? telling : ifInTime(telling, othersMs);
  }

  #isOwnPage(session: CdpSession): boolean {
    return [...this.#pages.values()].some((page) => page.session === session && page.context === this.#context);
  }

  async #apply([session, kind]: readonly [CdpSession, Kind]): Promise<void> {
    const results = await Promise.allSettled(applySettings(session, kind, this.#settings));
    const failure = results.find((each) => each.status === 'rejected');
    // A worker does not know of all of it, and what has gone need not be told.
    if (failure && kind === 'page' && this.#targets.has(session) && !(failure.reason instanceof TargetGone))
      throw failure.reason;
  }

  /** The conversation with a page that its settings are told in: what depends on them is asked there. */
  page(targetId: string | undefined): CdpSession {
    const page = this.#pages.get(targetId ?? '');
    if (!page) throw new TargetGone('There is no such page.');
    return page.session;
  }

  #follow(parent: CdpSession): Promise<unknown> {
    const sessions = new Map<string, CdpSession>();
    parent.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      // Somebody's session with the browser itself, which is his own.
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
      if (await this.#connection.asked.has(targetId)) return;
      this.#pages.delete(targetId);
      // One that has gone meanwhile need not be closed.
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
    // Both the browser and the page tell of it. Where both stop its requests, Chromium takes five seconds to end it.
    const isFirst = targetInfo.type === 'service_worker' && parent === this.#connection.browser;
    if (device && isFirst) steps.push(requestScriptAs(session, device, Promise.all(results)));
    // Commands keep their order: it goes on when all before has been done, or the target has gone.
    steps.push(session.send('Runtime.runIfWaitingForDebugger'));
    // What a kind of target does not know of does not hold for it.
    for (const step of steps) step.catch(() => undefined);
  }
}
