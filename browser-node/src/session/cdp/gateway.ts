import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits, type SessionOver, TintypeError } from '@tintype/contracts';
import { type WebSocket, WebSocketServer } from 'ws';
import { Conversation, type SpokenTo } from './conversation.js';
import { keepAlive } from './keep-alive.js';

/** A request to become a WebSocket. */
export interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

/** The DevTools clients of a session. */
export class CdpGateway {
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: limits.cdpMessageBytes,
    perMessageDeflate: false,
  });
  readonly #conversations = new Set<Conversation>();
  #underWay = 0;

  /** Answers the upgrade; `onLeft` is called when a client has gone that has told pages what they are. Throws a TintypeError for one that cannot be, unanswered. */
  async accept(upgrade: Upgrade, browser: SpokenTo, onLeft: () => void): Promise<void> {
    if (this.#underWay + this.#conversations.size >= limits.cdpClients)
      throw new TintypeError('rate_limited', `More than ${limits.cdpClients} clients are connected to this session.`);
    this.#underWay += 1;
    try {
      const conversation = await Conversation.start(browser, () => this.#open(upgrade));
      this.#conversations.add(conversation);
      conversation.onEnd(() => {
        this.#conversations.delete(conversation);
        if (conversation.hasEmulated) onLeft();
      });
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Ends them all, and says why. */
  end(why: SessionOver): void {
    for (const conversation of this.#conversations) conversation.end(why);
  }

  async #open({ request, socket, head }: Upgrade): Promise<WebSocket> {
    const opened = Promise.withResolvers<WebSocket>();
    const gone = () => opened.reject(new Error('The client has left.'));
    socket.once('close', gone);
    if (socket.destroyed) gone();
    else this.#server.handleUpgrade(request, socket, head, opened.resolve);
    const opening = await opened.promise;
    keepAlive(opening);
    return opening;
  }
}
