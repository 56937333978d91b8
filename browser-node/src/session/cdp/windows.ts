import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/cdp/connection.js';
import type { Command } from './command.js';

type Bounds = Protocol.Browser.Bounds;

const changes = new Set(['Browser.setWindowBounds', 'Browser.setContentsSize']);

/** The window that a command changes; undefined where it changes none. */
export const windowChangedBy = ({ method, params: { windowId } }: Pick<Command, 'method' | 'params'>) =>
  changes.has(method) && Number.isInteger(windowId) ? (windowId as number) : undefined;

/** The windows of a session that clients have changed, as they were before. */
export class Windows {
  readonly #browser: Pick<CdpSession, 'send'>;
  readonly #before = new Map<number, Promise<Bounds | undefined>>();

  constructor(browser: Pick<CdpSession, 'send'>) {
    this.#browser = browser;
  }

  /** Asks how it is, ahead of the command that changes it: the browser does one after the other. */
  remember(windowId: number): void {
    if (this.#before.has(windowId)) return;
    const asked = this.#browser.send('Browser.getWindowBounds', { windowId }).then(
      ({ bounds }) => bounds,
      () => {
        // There is no such window, or not yet.
        this.#before.delete(windowId);
        return undefined;
      },
    );
    this.#before.set(windowId, asked);
  }

  /** As it was before anybody had changed it. One that has gone is none. */
  async restore(windowId: number): Promise<void> {
    const before = await this.#before.get(windowId);
    if (!before) return;
    const { windowState = 'normal', ...place } = before;
    const set = (bounds: Bounds) => this.#browser.send('Browser.setWindowBounds', { windowId, bounds });
    // A state comes alone, and a place to a window that is normal.
    const steps = [set({ windowState: 'normal' }), set(place)];
    if (windowState !== 'normal') steps.push(set({ windowState }));
    await Promise.allSettled(steps);
  }
}
