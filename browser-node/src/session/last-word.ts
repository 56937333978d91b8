import type { Protocol } from 'devtools-protocol';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

export type UserAgent = Protocol.Emulation.SetUserAgentOverrideRequest;

/**
 * What a device says that it is, once more and behind Playwright. A page that goes on to another site has a new process,
 * which is told what each conversation with the page had set, in their order; and one that has set nothing takes
 * `navigator.platform` back. So it stays only where the last one has it too.
 */
export class LastWord {
  readonly #context: BrowserContext;
  readonly #sessions = new WeakMap<Page, CDPSession>();
  /** Undefined while no device is played. */
  #userAgent: UserAgent | undefined;

  constructor(context: BrowserContext) {
    this.#context = context;
    context.on('page', (page) => void this.#tell(page));
  }

  async change(userAgent: UserAgent | undefined): Promise<void> {
    this.#userAgent = userAgent;
    await Promise.all(this.#context.pages().map((page) => this.#tell(page)));
  }

  async #tell(page: Page): Promise<void> {
    try {
      const known = this.#sessions.get(page);
      if (!this.#userAgent) return await this.#forget(page, known);
      const session = known ?? (await this.#context.newCDPSession(page));
      this.#sessions.set(page, session);
      await session.send('Emulation.setUserAgentOverride', this.#userAgent);
    } catch {
      // A page that has gone need not be told.
    }
  }

  async #forget(page: Page, session: CDPSession | undefined): Promise<void> {
    this.#sessions.delete(page);
    await session?.detach();
  }
}
