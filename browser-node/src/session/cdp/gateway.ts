import { limits, type SessionEndClose, TintypeError } from '@tintype/contracts';
import { type WebSocket, WebSocketServer } from 'ws';
import { TargetGone } from '../../browser/cdp/connection.js';
import { openSocket, type Upgrade } from '../sockets/open-socket.js';
import { Conversation, type ConversationDependencies } from './conversation.js';
import { Windows } from './windows.js';

export class CdpGateway {
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: limits.cdpMessageBytes,
    perMessageDeflate: false,
  });
  readonly #conversations = new Set<Conversation>();
  #windows: Windows | undefined;
  #underWay = 0;
  #over: SessionEndClose | undefined;

  /**
   * Connects a client, or throws a TintypeError and leaves the upgrade unanswered. Calls `onLeft` after a client with
   * overrides left.
   */
  async accept(
    upgrade: Upgrade,
    browser: Omit<ConversationDependencies, 'windows'>,
    onLeft: () => void,
  ): Promise<void> {
    if (this.#underWay + this.#conversations.size >= limits.cdpClients)
      throw new TintypeError(
        'rate_limited',
        `This session already has ${limits.cdpClients} DevTools clients. Disconnect one first.`,
      );
    this.#underWay += 1;
    this.#windows ??= new Windows(browser.connection.browser);
    const windows = this.#windows;
    try {
      const conversation = await Conversation.start({ ...browser, windows }, () => this.#open(upgrade));
      this.#conversations.add(conversation);
      conversation.onEnd(() => {
        this.#conversations.delete(conversation);
        if (conversation.hasEmulated) onLeft();
        const restoring = [...conversation.changedWindows].map((window) => windows.restore(window));
        // A change of the window resets the page's size.
        if (restoring.length > 0) void Promise.all(restoring).then(onLeft);
      });
      if (this.#over) conversation.end(this.#over);
    } catch (error) {
      // The browser and the session end together.
      throw error instanceof TargetGone ? new TintypeError('session_not_active') : error;
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Ends all clients, also those that are still connecting. */
  end(why: SessionEndClose): void {
    this.#over = why;
    for (const conversation of this.#conversations) conversation.end(why);
  }

  async #open(upgrade: Upgrade): Promise<WebSocket> {
    if (this.#over) throw new TintypeError('session_not_active');
    return openSocket(this.#server, upgrade);
  }
}
