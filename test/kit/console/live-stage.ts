import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { headlessShell } from '../browser-node/guarded-browser.js';
import { launchSandboxed } from '../browser-node/sandboxed-browser.js';
import { type PageServer, startPages } from '../pages/pages.js';
import { type Stack, sessionCalls, startStack } from '../standalone/stack.js';
import { desktop } from './console-browser.js';
import { form, other, touched } from './live-input.js';

/** A service, pages for its sessions, and the browser of people who look. It drives one session at a time. */
export class LiveStage {
  readonly stack: Stack;
  readonly site: PageServer;
  readonly #browser: Browser;
  readonly #parts: AsyncDisposableStack;
  readonly call: ReturnType<typeof sessionCalls>;
  /** The session. */
  id = '';

  private constructor(made: { stack: Stack; site: PageServer; browser: Browser; parts: AsyncDisposableStack }) {
    this.stack = made.stack;
    this.site = made.site;
    this.#browser = made.browser;
    this.#parts = made.parts;
    this.call = sessionCalls(made.stack);
  }

  /** Pages of `http://localhost:<port of the site>` may show the live view in a frame. */
  static async start(): Promise<LiveStage> {
    await using parts = new AsyncDisposableStack();
    const site = parts.adopt(await startPages({ '/': form, '/other': other, '/touch': touched }), (it) => it.close());
    const environment = {
      TINTYPE_EGRESS_ALLOW: `127.0.0.1:${site.port}`,
      TINTYPE_LIVE_ORIGINS: `self,http://localhost:${site.port}`,
    };
    const stack = parts.adopt(await startStack({ environment }), (it) => it.stop().then(() => undefined));
    const browser = parts.adopt(await launchSandboxed(headlessShell), (it) => it.close());
    return new LiveStage({ stack, site, browser, parts: parts.move() });
  }

  /** Opens a session, at this page unless DevTools clients drive it. */
  async open(options: object = {}, path = '/'): Promise<void> {
    const made = await this.call('POST', '', options);
    assert.equal(made.status, 201, made.body.error);
    this.id = made.body.sessionId;
    if (!('cdp' in options)) assert.equal((await this.goto(path)).status, 200);
  }

  act(type: string, payload = {}) {
    return this.call('POST', `/${this.id}/actions`, { type, payload });
  }

  /** Opens a page of the site in the session. */
  goto(path: string, options: object = {}) {
    return this.act('goto', { url: this.site.url(path), ...options });
  }

  /** The address of a live view of the session. */
  async link(body: object = {}): Promise<string> {
    const answer = await this.call('POST', `/${this.id}/live`, body);
    assert.equal(answer.status, 200, answer.body.error);
    return String(answer.body.url);
  }

  /** A page of another person. */
  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    return (await this.#browser.newContext({ viewport: desktop, ...options })).newPage();
  }

  async look(url: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await this.newPage(options);
    await page.goto(url);
    return page;
  }

  /** Closes the session and all who look. */
  async clear(): Promise<void> {
    for (const context of this.#browser.contexts()) await context.close();
    if (this.id) await this.call('DELETE', `/${this.id}`);
    this.id = '';
  }

  async stop(): Promise<void> {
    await this.#parts.disposeAsync();
  }
}
