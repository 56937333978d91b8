import { type CdpConnection, CdpError, type CdpSession, PageCrashed, TargetGone } from '../cdp/connection.js';
import { callFunction, type Json, worldName } from './call-function.js';
import { FrameControl } from './frame-control.js';
import { PageActivity } from './page-activity.js';
import { PausedRequests } from './paused-requests.js';

interface PageOptions {
  width: number;
  height: number;
  /** The page paints only the frames that `frames` begins; needs `frameControlSwitches`. */
  frameControl?: boolean;
}

interface PageIds {
  context: string;
  frame: string;
}

/** A page in its own context: no cookies, cache or storage of another. Serves one render. */
export class Page {
  readonly connection: CdpConnection;
  readonly session: CdpSession;
  readonly activity: PageActivity;
  readonly requests: PausedRequests;
  /** The sessions of frames with a process of their own, if a render asked for them. */
  readonly frameSessions = new Set<CdpSession>();
  /** Rejects when the page crashed, the browser is gone, or an event was too large. */
  readonly gone: Promise<never>;
  /** Undefined if Chromium paints the page by itself. */
  readonly frames: FrameControl | undefined;
  readonly contextId: string;
  /** The id of the main frame. */
  readonly mainFrame: string;
  readonly #disposed = new AbortController();
  #worldId: Promise<number> | undefined;

  private constructor(connection: CdpConnection, session: CdpSession, ids: PageIds, frames?: FrameControl) {
    this.connection = connection;
    this.session = session;
    this.frames = frames;
    this.contextId = ids.context;
    this.mainFrame = ids.frame;
    this.activity = new PageActivity(session, ids.frame);
    this.requests = new PausedRequests(session, ids.frame);
    const gone = Promise.withResolvers<never>();
    this.gone = gone.promise;
    this.gone.catch(() => undefined);
    session.on('Inspector.targetCrashed', () => gone.reject(new PageCrashed('The page has crashed.')));
    session.unreadable.catch(gone.reject);
    void connection.closed.then(() => gone.reject(new TargetGone('The browser has ended.')));
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      session.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => undefined);
    });
  }

  /** Aborts when the page's render is over. */
  get disposed(): AbortSignal {
    return this.#disposed.signal;
  }

  static async create(connection: CdpConnection, options: PageOptions): Promise<Page> {
    const { browser } = connection;
    const { frameControl = false, ...viewport } = options;
    const { browserContextId } = await browser.send('Target.createBrowserContext', { disposeOnDetach: true });
    const [{ targetId }] = await Promise.all([
      browser.send('Target.createTarget', {
        url: 'about:blank',
        browserContextId,
        ...viewport,
        ...(frameControl ? { enableBeginFrameControl: true } : {}),
      }),
      browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
    ]);
    const session = await connection.attach(targetId);
    // A page's main frame has the id of its target.
    const ids = { context: browserContextId, frame: targetId };
    const page = new Page(connection, session, ids, frameControl ? new FrameControl(connection, session) : undefined);
    await Promise.all([
      session.send('Page.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      // `maxPostDataSize` is 1, because 0 means no limit. No code reads request bodies.
      session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 1 }),
      session.send('Inspector.enable'),
      session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    ]);
    return page;
  }

  /**
   * Calls a function of `in-page/` in an isolated world, which a page's broken prototypes do not affect. Arguments and
   * result are JSON.
   */
  async call<A extends readonly Json[], R>(script: (...parameters: A) => R, ...parameters: A): Promise<Awaited<R>> {
    for (;;) {
      try {
        return await this.inDocument(async () =>
          callFunction(this.session, await this.#world(), { script, parameters }),
        );
      } catch (error) {
        // The world ended with its document: call again in the next one.
        if (!(error instanceof CdpError) || !/context|navigated/i.test(error.message)) throw error;
        this.#worldId = undefined;
      }
    }
  }

  /** Runs `work` again after a navigation: Chromium may never answer a command about the old document. */
  async inDocument<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      const { documents } = this.activity;
      const done = new AbortController();
      const replaced = this.activity.until(() => this.activity.documents > documents, done.signal);
      const outcome = await Promise.race([
        work().then((answer) => ({ answer })),
        replaced.then(
          () => undefined,
          () => undefined,
        ),
      ]).finally(() => done.abort());
      if (outcome) return outcome.answer;
      this.#worldId = undefined;
    }
  }

  #world(): Promise<number> {
    this.#worldId ??= this.session
      .send('Page.createIsolatedWorld', { frameId: this.mainFrame, worldName })
      .then(({ executionContextId }) => executionContextId);
    return this.#worldId;
  }

  /** Creates the isolated world of a new document early. Later, a busy page would do so only after its first layout. */
  prepareCalls(): void {
    const world = this.#world();
    // The next call creates a world again.
    world.catch(() => {
      if (this.#worldId === world) this.#worldId = undefined;
    });
  }

  /** Never throws: a browser that is gone has closed the page. */
  async dispose(): Promise<void> {
    this.#disposed.abort();
    await this.connection.browser
      .send('Target.disposeBrowserContext', { browserContextId: this.contextId })
      .catch(() => undefined);
  }
}
