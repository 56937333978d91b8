import {
  type Activated,
  type ActivateRequest,
  type AgentRefusal,
  type LiveRight,
  type PodRecord,
  type SessionActionType,
  type SessionEndClose,
  type SessionState,
  type StorageState,
  TintypeError,
} from '@tintype/contracts';
import { type Clock, ifInTime, type Logger, race } from '@tintype/runtime';
import type { ExplainHost } from '../capture/load/navigation-error.js';
import type { SessionBrowser } from './browser/session-browser.js';
import { loadStorageState } from './browser/storage-state.js';
import { CdpGateway } from './cdp/gateway.js';
import { Life } from './life/life.js';
import type { TerminationLog } from './life/termination-log.js';
import { LiveGateway } from './live/live-gateway.js';
import { ActionCounter, ActionRunner, type Caller, type Outcome } from './run/action-runner.js';
import type { Upgrade } from './sockets/open-socket.js';

export interface SessionOptions {
  browser: SessionBrowser;
  /** Starts a full Chromium, for a session that hides its automation. */
  startFull: () => Promise<SessionBrowser>;
  useUpstream: (proxy: URL) => void;
  explain: ExplainHost;
  terminationLog: Pick<TerminationLog, 'write' | 'writeSoon'>;
  clock: Clock;
  log: Logger;
}

/** Limit for a new page, which opens within 100 ms. */
const pageMs = 5000;
/** Limit for loading a profile. One with 50 origins takes some 3 s. */
const loadMs = 15_000;

const timeText = (milliseconds: number) => new Date(milliseconds).toISOString();

const notActive = () => new TintypeError('session_not_active');

/** Applies the life of the pod's session to its browser. */
export class Session {
  readonly #options: SessionOptions;
  readonly #life = new Life();
  readonly #counts = new ActionCounter();
  readonly #gateway = new CdpGateway();
  readonly #live = new LiveGateway();
  readonly #ended = Promise.withResolvers<{ crashed: boolean }>();
  readonly #over = new AbortController();
  #browser: SessionBrowser;
  #actions: ActionRunner;
  #opening: Promise<void> | undefined;
  /** Settles when the full browser has replaced the shell, or failed to. Never rejects. */
  #replacing: Promise<void> | undefined;
  /** The load of the first profile. Later orders get its outcome. */
  #loading: Promise<void> | undefined;
  #hasLoaded = false;
  #allowsClients = false;
  #cancelTimer: (() => void) | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#browser = options.browser;
    this.#actions = this.#useBrowser(options.browser);
  }

  /** No session has begun: only our blank page is open. */
  get isIdle(): boolean {
    return this.#life.phase === 'idle';
  }

  get ready(): boolean {
    return !this.#over.signal.aborted;
  }

  /** Settles when the session has ended, or the browser before it. */
  get ended(): Promise<{ crashed: boolean }> {
    return this.#ended.promise;
  }

  /** Makes the browser the session's own. A repeated call gets the same answer until the session ends. */
  async activate(session: string, order: ActivateRequest): Promise<Activated | { refused: AgentRefusal }> {
    if (this.#life.phase === 'idle') await this.#checkBrowser();
    const { maxTtlSeconds, confirmed } = order;
    const startBy = Date.parse(order.startBy);
    const refused = this.#life.activate({ session, maxTtlSeconds, startBy, confirmed }, this.#now());
    if (refused) return { refused };
    this.#opening ??= this.#open(order);
    await this.#opening;
    // The session may have been closed meanwhile.
    if (!this.#life.runs(session)) return { refused: 'closed' };
    return { startedAt: timeText(this.#life.startedAt ?? 0) };
  }

  /** Loads a profile, once. Throws `session_not_active`, and `profile_unusable` if the browser refuses it. */
  async load(session: string, state: StorageState): Promise<{ loaded: true }> {
    if (!this.#life.runs(session)) throw notActive();
    this.#loading ??= this.#load(state);
    await this.#loading;
    return { loaded: true };
  }

  /** False if the session does not run here. */
  confirm(session: string): boolean {
    const confirmed = this.#life.confirm(session);
    if (confirmed) this.#write();
    if (confirmed) this.#prepareForActions();
    this.#setTimer();
    return confirmed;
  }

  /** Ends the session for ever, even if it never ran here. Resolves when its browser is gone. */
  async close(session: string): Promise<PodRecord> {
    const runs = this.#life.runs(session);
    this.#life.close(session, this.#now());
    if (runs) await this.#finish('closed');
    // Something else ended it: wait until its browser is gone.
    else if (this.#life.session === session) await this.#stopBrowser();
    return this.#record(session);
  }

  state(session: string): SessionState | undefined {
    if (!this.#life.runs(session)) return undefined;
    const { startedAt = 0, expiresAt = 0 } = this.#life;
    const times = { startedAt: timeText(startedAt), expiresAt: timeText(expiresAt) };
    return { session, ...times, counts: this.#counts.totals, loaded: this.#hasLoaded };
  }

  async act(session: string, body: unknown, caller: Caller): Promise<object> {
    if (!this.#life.runs(session)) throw notActive();
    return this.#actions.act(body, caller);
  }

  /** Connects a DevTools client. Throws a TintypeError and leaves the upgrade unanswered. */
  async connect(session: string, upgrade: Upgrade): Promise<void> {
    if (!this.#life.runs(session)) throw notActive();
    if (!this.#allowsClients)
      throw new TintypeError('invalid_request', 'The session was created without `cdp`. Create one with it.');
    const { process, dialogs, targets } = this.#browser;
    await ifInTime(targets.ensurePage(), pageMs);
    const restoreSettings = () => void targets.restore().catch(() => undefined);
    const { others: sessions, shown } = targets;
    const onFlood = () => this.#connectPlaywright();
    const browser = { connection: process.connection, dialogs, sessions, shown, onFlood };
    await this.#gateway.accept(upgrade, browser, restoreSettings);
  }

  /** Shows the browser to a viewer, who may drive it with `control`. Throws as `connect` does. */
  async show(session: string, right: LiveRight, upgrade: Upgrade): Promise<void> {
    if (!this.#life.runs(session)) throw notActive();
    const expiresAt = timeText(this.#life.expiresAt ?? 0);
    await this.#live.accept(upgrade, right, { browser: this.#browser, clock: this.#options.clock, expiresAt });
  }

  /** Without DevTools clients, only actions can follow. Loading their code takes 0.2 s, so `confirm` answers first. */
  #prepareForActions(): void {
    if (this.#allowsClients) return;
    setImmediate(() => {
      void this.#actions.load();
      this.#connectPlaywright();
    });
  }

  #connectPlaywright(): void {
    // An action reports the failure.
    this.#browser.connectPlaywright().catch(() => undefined);
  }

  /** Ends the session and removes the browser's files. */
  async stop(): Promise<void> {
    await this.#end({ crashed: false });
    await this.#browser.clear();
  }

  #useBrowser(browser: SessionBrowser): ActionRunner {
    const onDone = (type: SessionActionType, outcome: Outcome) => this.#count(type, outcome);
    this.#browser = browser;
    void browser.gone.then(() => {
      if (this.#browser === browser) return this.#end({ crashed: true });
    });
    return new ActionRunner({ browser, explain: this.#options.explain, over: this.#over.signal, onDone });
  }

  /** Throws if the browser is gone, even if no event has reported it: another pod may take the session. */
  async #checkBrowser(): Promise<void> {
    await this.#browser.ping().catch((cause) => {
      throw new TintypeError('unavailable', undefined, { cause });
    });
    if (!this.ready && this.#life.phase === 'idle') throw new TintypeError('unavailable');
  }

  async #open({ upstreamProxy, proxy, bypassBotDetection, cdp }: ActivateRequest): Promise<void> {
    this.#allowsClients = cdp;
    this.#write();
    this.#setTimer();
    const { useUpstream, log } = this.#options;
    try {
      // Never open the session without the ordered proxy.
      if (proxy && !upstreamProxy) throw new Error('The order names no proxy.');
      if (proxy && upstreamProxy) useUpstream(new URL(upstreamProxy));
      if (bypassBotDetection) {
        const hiding = this.#hideAutomation();
        this.#replacing = hiding.catch(() => undefined);
        await hiding;
      }
    } catch (error) {
      log.error({ err: error }, 'cannot apply the settings of the session to the browser');
      await this.#end({ crashed: true });
    }
  }

  async #load(state: StorageState): Promise<void> {
    const ending = AbortSignal.any([this.#over.signal, AbortSignal.timeout(loadMs)]);
    try {
      await race(loadStorageState(this.#browser, state), ending);
      this.#hasLoaded = true;
    } catch (error) {
      if (!this.ready) throw notActive();
      // Messages of Playwright quote cookies.
      const { name } = error as Error;
      this.#options.log.warn({ reason: name }, 'the browser cannot load a profile');
      throw new TintypeError('profile_unusable');
    }
  }

  /** Replaces a headless shell, which sites recognise, by a full Chromium. Its page is still empty. */
  async #hideAutomation(): Promise<void> {
    const shell = this.#browser;
    if (!shell.full) {
      const full = await this.#options.startFull();
      this.#actions = this.#useBrowser(full);
      await shell.stop();
    }
    // The session may have ended meanwhile.
    if (this.ready) await this.#browser.hideAutomation();
    else await this.#browser.stop();
  }

  /** Resolves when no browser is left, even if one was starting to replace this one. */
  async #stopBrowser(): Promise<void> {
    const browser = this.#browser;
    await Promise.all([browser.stop(), this.#replacing]);
    if (this.#browser !== browser) await this.#browser.stop();
  }

  #now() {
    const { clock } = this.#options;
    return { now: clock.now(), monotonic: clock.monotonic() };
  }

  #record(session: string): PodRecord {
    return this.#life.record(session, this.#counts.totals);
  }

  #write(): void {
    const { session } = this.#life;
    if (session !== undefined) this.#options.terminationLog.write(this.#record(session));
  }

  #count(type: SessionActionType, outcome: Outcome): void {
    const session = this.#life.session ?? '';
    this.#counts.add(type, outcome);
    if (outcome === 'error') this.#write();
    else this.#options.terminationLog.writeSoon(() => this.#record(session));
  }

  #setTimer(): void {
    this.#cancelTimer?.();
    const leftMs = this.#life.endsInMs(this.#now());
    if (leftMs === Infinity) return;
    // Timers may fire early.
    this.#cancelTimer = this.#options.clock.after(Math.ceil(leftMs), () =>
      this.#life.endsInMs(this.#now()) > 0 ? this.#setTimer() : void this.#end({ crashed: false }, 'expired'),
    );
  }

  async #end(end: { crashed: boolean }, why: SessionEndClose = end.crashed ? 'crashed' : 'closed'): Promise<void> {
    this.#life.end(this.#now(), end);
    await this.#finish(why);
  }

  async #finish(why: SessionEndClose): Promise<void> {
    this.#cancelTimer?.();
    // An action that the end interrupts counts as an error in the final record.
    for (const type of this.#actions.cutOff()) this.#counts.add(type, 'error');
    try {
      this.#gateway.end(why);
      this.#live.end(why);
      if (!this.#over.signal.aborted) this.#write();
    } finally {
      this.#over.abort(notActive());
      await this.#stopBrowser();
      const { session } = this.#life;
      this.#ended.resolve({ crashed: session === undefined || this.#record(session).crashed });
    }
  }
}
