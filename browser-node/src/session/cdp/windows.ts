import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/cdp/connection.js';
import type { Command } from './command.js';

type Bounds = Protocol.Browser.Bounds;

const changes = new Set(['Browser.setWindowBounds', 'Browser.setContentsSize']);

export const windowChangedBy = ({ method, params: { windowId } }: Pick<Command, 'method' | 'params'>) =>
  changes.has(method) && Number.isInteger(windowId) ? (windowId as number) : undefined;

/** Original bounds of windows that clients changed. */
export class Windows {
  readonly #browser: Pick<CdpSession, 'send'>;
  readonly #before = new Map<number, Promise<Bounds | undefined>>();

  constructor(browser: Pick<CdpSession, 'send'>) {
    this.#browser = browser;
  }

  /** Asks for the bounds first: the browser answers before it changes them. */
  remember(windowId: number): void {
    if (this.#before.has(windowId)) return;
    const before = this.#browser.send('Browser.getWindowBounds', { windowId }).then(
      ({ bounds }) => bounds,
      () => {
        // The window does not exist, or not yet.
        this.#before.delete(windowId);
        return undefined;
      },
    );
    this.#before.set(windowId, before);
  }

  async restore(windowId: number): Promise<void> {
    const before = await this.#before.get(windowId);
    if (!before) return;
    const { windowState = 'normal', ...place } = before;
    const set = (bounds: Bounds) => this.#browser.send('Browser.setWindowBounds', { windowId, bounds });
    // Chromium takes a state alone, and a position only for a normal window.
    const steps = [set({ windowState: 'normal' }), set(place)];
    if (windowState !== 'normal') steps.push(set({ windowState }));
    await Promise.allSettled(steps);
  }
}
