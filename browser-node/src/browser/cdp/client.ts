import { limits } from '@tintype/contracts';
import type { Protocol } from 'devtools-protocol';
import type { CdpConnection, CdpMessage } from './connection.js';

/** Follows a client's sessions, also those of which the client has not learned yet. */
export interface SessionFollower {
  /** Called before the client learns of the session. The client does not see what `say` sends. */
  onAttached: (
    event: Protocol.Target.AttachedToTargetEvent,
    say: (message: Pick<CdpMessage, 'method' | 'params'>) => void,
  ) => void;
  onDetached: (sessionId: string) => void;
}

interface Listener {
  onMessage: (message: CdpMessage) => void;
  /** Called after `close`, when the browser is gone, or when an event about state was too large. */
  onClose: () => void;
  /** A target that is not visible is detached at once. By default, all targets are visible. */
  isTargetVisible?: (target: Protocol.Target.TargetInfo) => boolean;
  sessions?: SessionFollower;
}

const tooMany = {
  code: -32_000,
  message: `${limits.cdpUnanswered} commands have no answer yet. Wait for an answer before the next one.`,
};
const unknownSession = { code: -32_001, message: 'Session with given id not found.' };

/** Events that report activity, not state. A client that misses one still has the right state. */
const reportsActivity = (method = '') =>
  /^(Runtime\.(consoleAPICalled|exceptionThrown)|Log\.entryAdded|Console\.messageAdded|Network\.\w+)$/.test(method);

const childOf = ({ params }: CdpMessage): string => (params as { sessionId?: string }).sessionId ?? '';
const attachedIn = ({ params }: CdpMessage) => params as Protocol.Target.AttachedToTargetEvent;

/**
 * One of several clients that share a browser's only pipe. Each has its own browser session, for messages without a
 * session, and reaches no session of another client.
 */
export class CdpClient {
  readonly #connection: CdpConnection;
  readonly #root: string;
  readonly #listener: Listener;
  readonly #children = new Set<string>();
  #waiting = 0;
  #isClosed = false;

  private constructor(connection: CdpConnection, root: string, listener: Listener) {
    this.#connection = connection;
    this.#root = root;
    this.#listener = listener;
    connection.own(root, (message) => this.#onMessage(message));
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
    else this.#deliver({ id, sessionId, error: isOwn ? tooMany : unknownSession });
  }

  /** The error for a message to a session that is not the client's. */
  sessionError({ sessionId = this.#root }: Pick<CdpMessage, 'sessionId'>): typeof unknownSession | undefined {
    return this.#isOwn(sessionId) ? undefined : unknownSession;
  }

  /** Ends only the client's own sessions. */
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

  #onMessage(message: CdpMessage): void {
    if (message.method === undefined) this.#waiting -= 1;
    if (this.#isHidden(message) || this.#isOurs(message)) return;
    if (message.method === 'Target.attachedToTarget') this.#adopt(attachedIn(message));
    if (message.method === 'Target.detachedFromTarget') this.#drop(childOf(message));
    if (Number.isNaN(message.id)) this.#onLostEvent(message);
    else this.#deliver(message);
  }

  /** Closes a client that missed an event about state: it could no longer trust the state that it knows. */
  #onLostEvent({ method }: CdpMessage): void {
    if (!reportsActivity(method)) this.close();
  }

  #isHidden(message: CdpMessage): boolean {
    const { isTargetVisible } = this.#listener;
    if (
      message.method !== 'Target.attachedToTarget' ||
      !isTargetVisible ||
      isTargetVisible(attachedIn(message).targetInfo)
    )
      return false;
    this.#detach(message.sessionId ?? '', childOf(message));
    return true;
  }

  /** Resumes the target first: a target detached while paused stays paused. */
  #detach(parent: string, sessionId: string): void {
    this.#connection.own(sessionId, ({ method }) => {
      if (method === undefined) this.#ask(parent, { method: 'Target.detachFromTarget', params: { sessionId } });
    });
    this.#connection.ask(sessionId, { method: 'Runtime.runIfWaitingForDebugger' });
  }

  #isOurs({ id, method }: CdpMessage): boolean {
    return id === undefined && method === undefined;
  }

  #deliver(message: CdpMessage): void {
    const { sessionId, ...ofRoot } = message;
    this.#listener.onMessage(sessionId === this.#root ? ofRoot : message);
  }

  #adopt(event: Protocol.Target.AttachedToTargetEvent): void {
    const { sessionId } = event;
    this.#children.add(sessionId);
    this.#connection.own(sessionId, (message) => this.#onMessage(message));
    this.#listener.sessions?.onAttached(event, (message) => this.#ask(sessionId, message));
  }

  #drop(sessionId: string): void {
    this.#children.delete(sessionId);
    this.#waiting -= this.#connection.disown(sessionId);
    this.#listener.sessions?.onDetached(sessionId);
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const sessionId of [this.#root, ...this.#children]) this.#drop(sessionId);
    this.#listener.onClose();
  }
}
