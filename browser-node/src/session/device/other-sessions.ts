import type { Protocol } from 'devtools-protocol';
import type { SessionFollower } from '../../browser/cdp/client.js';
import type { UserAgent } from '../../device/identity.js';

type SendCommand = Parameters<SessionFollower['onAttached']>[1];

const noOverride: UserAgent = { userAgent: '' };

/**
 * Sets the emulated device in the CDP sessions of Playwright and of clients. In a document of another site, Chromium
 * applies all overrides in their order. A CDP session without an override, or one that ends, resets
 * `navigator.platform`.
 */
export class OtherSessions implements SessionFollower {
  readonly #sessions = new Map<string, SendCommand>();
  /** Sessions whose clients set their own user agent. */
  readonly #ownUserAgents = new Set<string>();
  readonly #onEnd: () => void;
  #device: UserAgent | undefined;

  /** Called after a session ended that may have reset the device. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  onAttached({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent, send: SendCommand): void {
    if (targetInfo.type !== 'page' && targetInfo.type !== 'iframe') return;
    this.#sessions.set(sessionId, send);
    if (this.#device) this.#setUserAgent(sessionId, this.#device);
  }

  onDetached(sessionId: string): void {
    this.#ownUserAgents.delete(sessionId);
    if (this.#sessions.delete(sessionId) && this.#device) this.#onEnd();
  }

  /** Records that a client set its own user agent. An empty one removes it. */
  userAgentSet(sessionId: string, userAgent: unknown): void {
    if (!this.#sessions.has(sessionId)) return;
    if (userAgent !== '') this.#ownUserAgents.add(sessionId);
    else if (this.#ownUserAgents.delete(sessionId) && this.#device) this.#setUserAgent(sessionId, this.#device);
  }

  /** Sets the device in all sessions. Undefined: no device. */
  change(device: UserAgent | undefined): void {
    if (!device && !this.#device) return;
    this.#device = device;
    for (const sessionId of this.#sessions.keys()) this.#setUserAgent(sessionId, device ?? noOverride);
  }

  #setUserAgent(sessionId: string, params: UserAgent): void {
    if (this.#ownUserAgents.has(sessionId)) return;
    this.#sessions.get(sessionId)?.({ method: 'Emulation.setUserAgentOverride', params });
  }
}
