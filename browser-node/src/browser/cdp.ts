import type { Readable, Writable } from 'node:stream';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
type Params<M extends keyof Commands> = Commands[M]['paramsType'][0];
type Handler<E extends keyof Events> = (params: Events[E][0]) => void;

/** The browser answered a command with an error. */
export class CdpError extends Error {
  override name = 'CdpError';
}

/** The browser, or the page that was spoken to, is no more. */
export class TargetGone extends Error {
  override name = 'TargetGone';
}

/** The page's own process has ended: by a fault, for lack of memory, or killed. */
export class PageCrashed extends TargetGone {
  override name = 'PageCrashed';
}

interface Pending {
  method: string;
  sessionId: string | undefined;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

/** One conversation inside a connection: with the browser itself, or with one page. */
export class CdpSession {
  readonly #handlers = new Map<string, Set<(params: never) => void>>();
  readonly #send: (method: string, params: unknown) => Promise<never>;

  constructor(send: (method: string, params: unknown) => Promise<never>) {
    this.#send = send;
  }

  send<M extends keyof Commands>(method: M, params?: Params<M>): Promise<Commands[M]['returnType']> {
    return this.#send(method, params);
  }

  /** Calls the handler at each such event, until the answered function is called. */
  on<E extends keyof Events>(event: E, handler: Handler<E>): () => void {
    const handlers = this.#handlers.get(event) ?? new Set();
    this.#handlers.set(event, handlers.add(handler as (params: never) => void));
    return () => handlers.delete(handler as (params: never) => void);
  }

  emit(event: string, params: unknown): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(params as never);
  }
}

/**
 * The DevTools protocol over the two pipes of `--remote-debugging-pipe`: JSON messages that end with a NUL byte. The
 * browser ends when its pipe closes, so that it never outlives this process.
 */
export class CdpConnection {
  readonly browser: CdpSession;
  /** Settles when the browser is gone. */
  readonly closed: Promise<void>;
  readonly #write: Writable;
  readonly #pending = new Map<number, Pending>();
  readonly #sessions = new Map<string, CdpSession>();
  #chunks: Buffer[] = [];
  #lastId = 0;
  #open = true;

  constructor(write: Writable, read: Readable) {
    this.#write = write;
    this.browser = this.#newSession(undefined);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    const end = () => {
      this.#end();
      resolve();
    };
    read.on('data', (chunk: Buffer) => this.#read(chunk));
    read.on('close', end);
    read.on('error', end);
    write.on('error', end);
  }

  /** Attaches to a target; the session ends with it. */
  async attach(targetId: string): Promise<CdpSession> {
    const { sessionId } = await this.browser.send('Target.attachToTarget', { targetId, flatten: true });
    return this.session(sessionId);
  }

  /** The conversation with a target that is attached to, by us or by itself (`Target.setAutoAttach`). */
  session(sessionId: string): CdpSession {
    const session = this.#sessions.get(sessionId) ?? this.#newSession(sessionId);
    this.#sessions.set(sessionId, session);
    return session;
  }

  #newSession(sessionId: string | undefined): CdpSession {
    return new CdpSession((method, params) => this.#command(sessionId, method, params));
  }

  #command(sessionId: string | undefined, method: string, params: unknown): Promise<never> {
    if (!this.#open) return Promise.reject(new TargetGone('The browser has ended.'));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { method, sessionId, resolve, reject });
      this.#write.write(`${JSON.stringify({ id, sessionId, method, params })}\0`);
    });
  }

  #read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#chunks.push(chunk.subarray(start, end));
      const text = Buffer.concat(this.#chunks).toString();
      this.#chunks = [];
      this.#dispatch(JSON.parse(text) as Message);
      start = end + 1;
    }
    if (start < chunk.length) this.#chunks.push(chunk.subarray(start));
  }

  #dispatch(message: Message): void {
    if (message.id !== undefined) this.#answer(message.id, message);
    if (message.method === 'Target.detachedFromTarget') this.#detached(message.params as { sessionId: string });
    const session = message.sessionId ? this.#sessions.get(message.sessionId) : this.browser;
    if (message.method) session?.emit(message.method, message.params);
  }

  #answer(id: number, message: Message): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (message.error) pending?.reject(new CdpError(`${pending.method}: ${message.error.message}`));
    else pending?.resolve(message.result as never);
  }

  #detached({ sessionId }: { sessionId: string }): void {
    this.#sessions.delete(sessionId);
    this.#reject((pending) => pending.sessionId === sessionId, new TargetGone('The page has ended.'));
  }

  #end(): void {
    this.#open = false;
    this.#reject(() => true, new TargetGone('The browser has ended.'));
  }

  #reject(which: (pending: Pending) => boolean, error: Error): void {
    for (const [id, pending] of this.#pending) {
      if (!which(pending)) continue;
      this.#pending.delete(id);
      pending.reject(error);
    }
  }
}
