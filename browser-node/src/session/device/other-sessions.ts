import type { Protocol } from 'devtools-protocol';
import type { SessionFollower } from '../../browser/cdp/client.js';

export type UserAgent = Protocol.Emulation.SetUserAgentOverrideRequest;

type SendCommand = Parameters<SessionFollower['began']>[1];

const noOverride: UserAgent = { userAgent: '' };

/**
 * What others' conversations with pages and frames are told of the device that is played: those of Playwright, and those
 * of clients. Chromium has what each has set, in their order, in a document of another site, and one that has set nothing
 * takes `navigator.platform` back; so does each that ends.
 */
export class OtherSessions implements SessionFollower {
  readonly #sessions = new Map<string, SendCommand>();
  /** Whose clients have set a user agent themselves. */
  readonly #ownUserAgents = new Set<string>();
  readonly #onEnd: () => void;
  #device: UserAgent | undefined;

  /** `onEnd` is called when one has ended that may have taken back what is told. */
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

  /** A client has said there who the browser is, or, with nothing, that it does not care. */
  userAgentSet(sessionId: string, userAgent: unknown): void {
    if (!this.#sessions.has(sessionId)) return;
    if (userAgent !== '') this.#ownUserAgents.add(sessionId);
    else if (this.#ownUserAgents.delete(sessionId) && this.#device) this.#setUserAgent(sessionId, this.#device);
  }

  /** Undefined: none is played any more. */
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
