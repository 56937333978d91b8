import { cdpCloses, type LiveRight, limits, type SessionEndClose, TintypeError } from '@tintype/contracts';
import { WebSocketServer } from 'ws';
import { openSocket, type Upgrade } from '../sockets/open-socket.js';
import { LiveView, type LiveViewOptions } from './live-view.js';

/** Takes viewers for the live view of the pod's session. */
export class LiveGateway {
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: limits.liveMessageBytes,
    perMessageDeflate: false,
  });
  #view: LiveView | undefined;
  readonly #connecting = { view: 0, control: 0 };
  #endReason: SessionEndClose | undefined;

  /** Connects a viewer, or throws a TintypeError and leaves the upgrade unanswered. */
  async accept(upgrade: Upgrade, right: LiveRight, options: LiveViewOptions): Promise<void> {
    if (this.#endReason) throw new TintypeError('session_not_active');
    this.#admit(right);
    this.#connecting[right] += 1;
    try {
      const socket = await openSocket(this.#server, upgrade);
      this.#view ??= new LiveView(options);
      this.#view.join(socket, { right });
      this.#endIfOver();
    } finally {
      this.#connecting[right] -= 1;
    }
  }

  /** Ends all viewers, also those that are still connecting. */
  end(why: SessionEndClose): void {
    this.#endReason = why;
    this.#endIfOver();
  }

  #admit(right: LiveRight): void {
    const onlookers = this.#count('view');
    if (onlookers + this.#count('control') >= limits.liveViewers)
      throw new TintypeError(
        'rate_limited',
        `This session already has ${limits.liveViewers} viewers. Close one first.`,
      );
    if (right === 'view' && onlookers >= limits.liveOnlookers)
      throw new TintypeError(
        'rate_limited',
        `This session already has ${limits.liveOnlookers} viewers without control. Close one first.`,
      );
  }

  #count(right: LiveRight): number {
    return this.#connecting[right] + (this.#view?.count(right) ?? 0);
  }

  #endIfOver(): void {
    if (this.#endReason) this.#view?.end(cdpCloses[this.#endReason]);
  }
}
