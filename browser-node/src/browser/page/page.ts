import { type CdpConnection, CdpError, type CdpSession, PageCrashed, TargetGone } from '../cdp/connection.js';
import { PageActivity } from './page-activity.js';
import { PausedRequests } from './paused-requests.js';

/** Name of the isolated world that our scripts run in, apart from the page's own. */
const world = 'tintype';

/** What a function that runs in the page may take and answer. */
type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

/** One page in a clean context of its own: no cookies, cache or storage of any other. Used for one render only. */
export class Page {
  readonly connection: CdpConnection;
  readonly session: CdpSession;
  readonly activity: PageActivity;
  readonly requests: PausedRequests;
  /** Rejects when the page has crashed, its browser is gone, or it said more than can be read. */
  readonly gone: Promise<never>;
  readonly #contextId: string;
  readonly #mainFrame: string;
  #worldId: Promise<number> | undefined;

  private constructor(connection: CdpConnection, session: CdpSession, ids: { context: string; frame: string }) {
    this.connection = connection;
    this.session = session;
    this.#contextId = ids.context;
    this.#mainFrame = ids.frame;
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

  /** Makes a context and a page in it, with the viewport that most requests want. */
  static async create(connection: CdpConnection, viewport: { width: number; height: number }): Promise<Page> {
    const { browser } = connection;
    const { browserContextId } = await browser.send('Target.createBrowserContext', { disposeOnDetach: true });
    const [{ targetId }] = await Promise.all([
      browser.send('Target.createTarget', { url: 'about:blank', browserContextId, ...viewport }),
      browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
    ]);
    const session = await connection.attach(targetId);
    // The main frame of a page has the id of its target.
    const page = new Page(connection, session, { context: browserContextId, frame: targetId });
    await Promise.all([
      session.send('Page.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      // Not 0: that means no limit. Nobody reads what pages send.
      session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 1 }),
      session.send('Inspector.enable'),
      session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    ]);
    return page;
  }

  /**
   * Calls an import-free function inside the page, in a world of its own, so that a page that broke its prototypes does
   * not break it. Arguments and answer travel as JSON; a promise is awaited.
   */
  async call<A extends readonly Json[], R>(script: (...parameters: A) => R, ...parameters: A): Promise<Awaited<R>> {
    for (;;) {
      try {
        return await this.inDocument(async () => this.#callIn(await this.#world(), script, parameters));
      } catch (error) {
        // The world ends with its document, and what it was about goes on in the next one.
        if (!(error instanceof CdpError) || !/context|navigated/i.test(error.message)) throw error;
        this.#worldId = undefined;
      }
    }
  }

  /**
   * What `work` answers about the document that is there. It is begun again when the page goes on to another document:
   * Chromium may never answer what it was asked about the one before.
   */
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
      .send('Page.createIsolatedWorld', { frameId: this.#mainFrame, worldName: world })
      .then(({ executionContextId }) => executionContextId);
    return this.#worldId;
  }

  async #callIn<R>(
    executionContextId: number,
    script: (...parameters: never) => R,
    parameters: readonly Json[],
  ): Promise<Awaited<R>> {
    const { result, exceptionDetails } = await this.session.send('Runtime.callFunctionOn', {
      functionDeclaration: script.toString(),
      executionContextId,
      arguments: parameters.map((value) => ({ value })),
      awaitPromise: true,
      returnByValue: true,
    });
    // Not the description: it may quote the page, and ends up in a log.
    if (exceptionDetails) throw new CdpError(`A script failed: ${exceptionDetails.exception?.className}`);
    return result.value as Awaited<R>;
  }

  /** Ends the page with everything that it opened. Never throws: a browser that is gone has ended it already. */
  async dispose(): Promise<void> {
    await this.connection.browser
      .send('Target.disposeBrowserContext', { browserContextId: this.#contextId })
      .catch(() => undefined);
  }
}
