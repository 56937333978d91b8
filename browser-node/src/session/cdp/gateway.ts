import { limits, type SessionEndClose, TintypeError } from '@tintype/contracts';
import { type WebSocket, WebSocketServer } from 'ws';
import { TargetGone } from '../../browser/cdp/connection.js';
import { openSocket, type Upgrade } from '../sockets/open-socket.js';
import { CdpClientConnection, type ClientDependencies } from './client-connection.js';
import { Windows } from './windows.js';

export class CdpGateway {
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: limits.cdpMessageBytes,
    perMessageDeflate: false,
  });
  readonly #clients = new Set<CdpClientConnection>();
  #windows: Windows | undefined;
  #connecting = 0;
  #endReason: SessionEndClose | undefined;

  /**
   * Connects a client, or throws a TintypeError and leaves the upgrade unanswered. Calls `onLeft` after a client left
   * that had changed the device or a window.
   */
  async accept(upgrade: Upgrade, browser: Omit<ClientDependencies, 'windows'>, onLeft: () => void): Promise<void> {
    if (this.#connecting + this.#clients.size >= limits.cdpClients)
      throw new TintypeError(
        'rate_limited',
        `This session already has ${limits.cdpClients} DevTools clients. Disconnect one first.`,
      );
    this.#connecting += 1;
    this.#windows ??= new Windows(browser.connection.browser);
    const windows = this.#windows;
    try {
      const client = await CdpClientConnection.start({ ...browser, windows }, () => this.#open(upgrade));
      this.#clients.add(client);
      client.onEnd(() => {
        this.#clients.delete(client);
        if (client.hasEmulated) onLeft();
        const restoring = [...client.changedWindows].map((window) => windows.restore(window));
        // A change of the window resets the page's size.
        if (restoring.length > 0) void Promise.all(restoring).then(onLeft);
      });
      if (this.#endReason) client.end(this.#endReason);
    } catch (error) {
      // The browser and the session end together.
      throw error instanceof TargetGone ? new TintypeError('session_not_active') : error;
    } finally {
      this.#connecting -= 1;
    }
  }

  /** Ends all clients, also those that are still connecting. */
  end(why: SessionEndClose): void {
    this.#endReason = why;
    for (const client of this.#clients) client.end(why);
  }

  async #open(upgrade: Upgrade): Promise<WebSocket> {
    if (this.#endReason) throw new TintypeError('session_not_active');
    return openSocket(this.#server, upgrade);
  }
}
