import { limits } from '@tintype/contracts';
import type { Protocol } from 'devtools-protocol';
import type { CdpConnection, CdpMessage } from './connection.js';

/** Hears of a client's conversations with targets, also those that it is not told of at once. */
export interface SessionFollower {
  /** Before the client knows of it. What `say` says in it, and what is answered, the client does not hear. */
  began: (
    event: Protocol.Target.AttachedToTargetEvent,
    say: (message: Pick<CdpMessage, 'method' | 'params'>) => void,
  ) => void;
  ended: (sessionId: string) => void;
}

interface Listener {
  onMessage: (message: CdpMessage) => void;
  /** The browser is gone, or said something that is too large to be read. */
  onClose: () => void;
  /** Whether it may know of a target at all; one that it may not is let go as soon as it is attached. By default, all. */
  mayKnow?: (target: Protocol.Target.TargetInfo) => boolean;
  sessions?: SessionFollower;
}

const tooMany = {
  code: -32_000,
  message: `${limits.cdpUnanswered} commands have no answer yet: no more are taken.`,
};
const unknownSession = { code: -32_001, message: 'Session with given id not found.' };

/** They say what a page does, and not how things stand: whoever misses one is wrong about nothing else. */
const isNews = (method = '') =>
  /^(Runtime\.(consoleAPICalled|exceptionThrown)|Log\.entryAdded|Console\.messageAdded|Network\.\w+)$/.test(method);

const childOf = ({ params }: CdpMessage): string => (params as { sessionId?: string }).sessionId ?? '';
const attachedIn = ({ params }: CdpMessage) => params as Protocol.Target.AttachedToTargetEvent;

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
  /** Commands without an answer yet, of whatever session. */
  #waiting = 0;
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
    const { id, sessionId = this.#root } = message;
    const isOwn = this.#isOwn(sessionId);
    if (isOwn && this.#waiting < limits.cdpUnanswered) this.#ask(sessionId, message);
    else this.#tell({ id, sessionId, error: isOwn ? tooMany : unknownSession });
  }

  /** The error that a message gets which names a session that is not its own. */
  objection({ sessionId = this.#root }: Pick<CdpMessage, 'sessionId'>): typeof unknownSession | undefined {
    return this.#isOwn(sessionId) ? undefined : unknownSession;
  }

  /** Ends its sessions, and nobody else's. */
  close(): void {
    if (this.#isClosed) return;
    this.#connection.browser.send('Target.detachFromTarget', { sessionId: this.#root }).catch(() => undefined);
    this.#end();
  }

  #isOwn(sessionId: string): boolean {
    return sessionId === this.#root || this.#children.has(sessionId);
  }

  #ask(sessionId: string, message: CdpMessage): void {
    this.#waiting += 1;
    this.#connection.ask(sessionId, message);
  }

  #hear(message: CdpMessage): void {
    if (message.method === undefined) this.#waiting -= 1;
    if (this.#isSecret(message) || this.#isOurs(message)) return;
    if (message.method === 'Target.attachedToTarget') this.#adopt(attachedIn(message));
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
    if (message.method !== 'Target.attachedToTarget' || !mayKnow || mayKnow(attachedIn(message).targetInfo))
      return false;
    this.#letGo(message.sessionId ?? '', childOf(message));
    return true;
  }

  /** Once it goes on: one that is let go while it is held at its start is held for ever. */
  #letGo(parent: string, sessionId: string): void {
    this.#connection.own(sessionId, ({ method }) => {
      if (method === undefined) this.#ask(parent, { method: 'Target.detachFromTarget', params: { sessionId } });
    });
    this.#connection.ask(sessionId, { method: 'Runtime.runIfWaitingForDebugger' });
  }

  /** The answer to what we have said for the client. */
  #isOurs({ id, method }: CdpMessage): boolean {
    return id === undefined && method === undefined;
  }

  #tell(message: CdpMessage): void {
    const { sessionId, ...ofRoot } = message;
    this.#listener.onMessage(sessionId === this.#root ? ofRoot : message);
  }

  #adopt(event: Protocol.Target.AttachedToTargetEvent): void {
    const { sessionId } = event;
    this.#children.add(sessionId);
    this.#connection.own(sessionId, (message) => this.#hear(message));
    this.#listener.sessions?.began(event, (message) => this.#ask(sessionId, message));
  }

  #drop(sessionId: string): void {
    this.#children.delete(sessionId);
    this.#waiting -= this.#connection.disown(sessionId);
    this.#listener.sessions?.ended(sessionId);
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const sessionId of [this.#root, ...this.#children]) this.#drop(sessionId);
    this.#listener.onClose();
  }
}
