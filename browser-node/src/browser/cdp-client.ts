import type { Protocol } from 'devtools-protocol';
import type { CdpConnection, CdpMessage } from './cdp.js';

interface Listener {
  onMessage: (message: CdpMessage) => void;
  /** The browser is gone, or said something that is too large to be read. */
  onClose: () => void;
  /** Whether it may know of a target at all; one that it may not is let go as soon as it is attached. By default, all. */
  mayKnow?: (target: Protocol.Target.TargetInfo) => boolean;
}

const unknownSession = { code: -32_001, message: 'Session with given id not found.' };

/** They say what a page does, and not how things stand: whoever misses one is wrong about nothing else. */
const isNews = (method = '') =>
  /^(Runtime\.(consoleAPICalled|exceptionThrown)|Log\.entryAdded|Console\.messageAdded|Network\.\w+)$/.test(method);

/** Of what we say for a client: none of its own. */
const ownId = -1;

const childOf = ({ params }: CdpMessage): string => (params as { sessionId?: string }).sessionId ?? '';
const targetOf = ({ params }: CdpMessage) => (params as Protocol.Target.AttachedToTargetEvent).targetInfo;

/**
 * One of several who speak with a browser over its one pipe. Each has a session with the browser of its own, in which it
 * sees a connection: what it says without a session goes there, and what is said there comes without one. The sessions
 * that come of it are its own, too, and it reaches no other's.
 */
export class CdpClient {
  readonly #connection: CdpConnection;
  readonly #root: string;
  readonly #listener: Listener;
  readonly #children = new Set<string>();
  #isClosed = false;

  private constructor(connection: CdpConnection, root: string, listener: Listener) {
    this.#connection = connection;
    this.#root = root;
    this.#listener = listener;
    connection.own(root, (message) => this.#hear(message));
    void connection.closed.then(() => this.#end());
  }

  static async attach(connection: CdpConnection, listener: Listener): Promise<CdpClient> {
    const { sessionId } = await connection.browser.send('Target.attachToBrowserTarget');
    return new CdpClient(connection, sessionId, listener);
  }

  send(message: CdpMessage): void {
    if (this.#isClosed) return;
    const { sessionId = this.#root } = message;
    if (sessionId === this.#root || this.#children.has(sessionId)) this.#connection.write({ ...message, sessionId });
    else if (message.id !== undefined) this.#listener.onMessage({ id: message.id, sessionId, error: unknownSession });
  }

  /** Ends its sessions, and nobody else's. */
  close(): void {
    if (this.#isClosed) return;
    this.#connection.browser.send('Target.detachFromTarget', { sessionId: this.#root }).catch(() => undefined);
    this.#end();
  }

  #hear(message: CdpMessage): void {
    if (message.id === ownId || this.#isSecret(message)) return;
    if (message.method === 'Target.attachedToTarget') this.#adopt(childOf(message));
    if (message.method === 'Target.detachedFromTarget') this.#drop(childOf(message));
    if (Number.isNaN(message.id)) this.#miss(message);
    else this.#tell(message);
  }

  /** An event that is lost: whoever follows by such events knows nothing for sure any more. */
  #miss({ method }: CdpMessage): void {
    if (!isNews(method)) this.close();
  }

  #isSecret(message: CdpMessage): boolean {
    const { mayKnow } = this.#listener;
    if (message.method !== 'Target.attachedToTarget' || !mayKnow || mayKnow(targetOf(message))) return false;
    const { sessionId } = message;
    const params = { sessionId: childOf(message) };
    this.#connection.write({ id: ownId, sessionId, method: 'Target.detachFromTarget', params });
    return true;
  }

  #tell(message: CdpMessage): void {
    const { sessionId, ...ofRoot } = message;
    this.#listener.onMessage(sessionId === this.#root ? ofRoot : message);
  }

  #adopt(sessionId: string): void {
    this.#children.add(sessionId);
    this.#connection.own(sessionId, (message) => this.#hear(message));
  }

  #drop(sessionId: string): void {
    this.#children.delete(sessionId);
    this.#connection.disown(sessionId);
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const sessionId of [this.#root, ...this.#children]) this.#drop(sessionId);
    this.#listener.onClose();
  }
}
