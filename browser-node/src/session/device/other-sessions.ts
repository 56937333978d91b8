import type { Protocol } from 'devtools-protocol';
import type { SessionFollower } from '../../browser/cdp/client.js';

export type UserAgent = Protocol.Emulation.SetUserAgentOverrideRequest;

type SendCommand = Parameters<SessionFollower['began']>[1];

const noOverride: UserAgent = { userAgent: '' };

/**
 * Sets the emulated device in the conversations of Playwright and of clients. In a document of another site, Chromium
 * applies each conversation's override in their order. A conversation without an override resets `navigator.platform`,
 * and so does one that ends.
 */
export class OtherSessions implements SessionFollower {
  readonly #sessions = new Map<string, SendCommand>();
  /** Sessions whose clients set their own user agent. */
  readonly #ownUserAgents = new Set<string>();
  readonly #onEnd: () => void;
  #device: UserAgent | undefined;

  /** `onEnd` is called after a session ended that may have reset the device. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  began({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent, say: SendCommand): void {
    if (targetInfo.type !== 'page' && targetInfo.type !== 'iframe') return;
    this.#sessions.set(sessionId, say);
    if (this.#device) this.#setUserAgent(sessionId, this.#device);
  }

  ended(sessionId: string): void {
    this.#ownUserAgents.delete(sessionId);
    if (this.#sessions.delete(sessionId) && this.#device) this.#onEnd();
  }

  /** A client set a user agent there. An empty one removes its own. */
  userAgentSet(sessionId: string, userAgent: unknown): void {
    if (!this.#sessions.has(sessionId)) return;
    if (userAgent !== '') this.#ownUserAgents.add(sessionId);
    else if (this.#ownUserAgents.delete(sessionId) && this.#device) this.#setUserAgent(sessionId, this.#device);
  }

  /** Undefined: no device. */
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
