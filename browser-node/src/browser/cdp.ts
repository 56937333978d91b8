import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { limits } from '@tintype/contracts';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { MessageReader } from './message-reader.js';

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

/** The answer to a command is longer than it may be. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
}

/** An event of a page is longer than any is read: nobody knows what was missed. */
export class EventTooLarge extends Error {
  override name = 'EventTooLarge';
}

const mebibyte = 2 ** 20;
/** Bytes of an answer to us, unless its command says otherwise. A string holds 512 MiB. */
const answerBytes = 384 * mebibyte;
/**
 * Bytes of an event, and of whatever is said to others. Pages decide how long the addresses and messages are that it tells of,
 * and how many there are.
 */
const eventBytes = limits.cdpAnswerBytes;

const tooLong = {
  code: -32_000,
  message: `Too large to be read: an answer has ${eventBytes / mebibyte} MiB at most.`,
};

const idOf = (start: string) => Number(/^\{"id":(\d+)/.exec(start)?.[1]);
const methodOf = (start: string) => /^\{"method":"([\w.]+)"/.exec(start)?.[1];
const sessionOf = (end: string) => /"sessionId":"(\w+)"\}$/.exec(end)?.[1];

interface Pending {
  method: string;
  mostBytes: number;
  sessionId: string | undefined;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

/** A message of the protocol, of whatever kind. */
export interface CdpMessage {
  id?: number;
  sessionId?: string | undefined;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

/** Takes what is said in a session of somebody else's. */
export type CdpOwner = (message: CdpMessage) => void;

type Send = (method: string, params: unknown, mostBytes: number) => Promise<never>;

/** One conversation inside a connection: with the browser itself, or with one page. */
export class CdpSession {
  /** Rejects with `EventTooLarge` at the first event that is not read. */
  readonly unreadable: Promise<never>;
  readonly failUnreadable: (error: EventTooLarge) => void;
  readonly #handlers = new Map<string, Set<(params: never) => void>>();
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    this.unreadable = promise;
    this.failUnreadable = reject;
  }

  /** Rejects with `AnswerTooLarge` for an answer of more than `mostBytes`. */
  send<M extends keyof Commands>(
    method: M,
    params?: Params<M>,
    mostBytes = answerBytes,
  ): Promise<Commands[M]['returnType']> {
    return this.#send(method, params, mostBytes);
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
  readonly #owners = new Map<string, CdpOwner>();
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
    const messages = new MessageReader({
      limitOf: (start) => this.#limitOf(start),
      onMessage: (text) => this.#dispatch(JSON.parse(text) as CdpMessage),
      onTooLarge: (ends) => this.#tooLarge(ends),
    });
    read.on('data', (chunk: Buffer) => messages.read(chunk));
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

  /** From now on all that is said in this session goes to its owner alone, unread. */
  own(sessionId: string, owner: CdpOwner): void {
    this.#owners.set(sessionId, owner);
  }

  disown(sessionId: string): void {
    this.#owners.delete(sessionId);
  }

  /** Sends an owner's message as it is. Answers come by session, so that its id may be anybody's. */
  write(message: CdpMessage): void {
    if (this.#open) this.#write.write(`${JSON.stringify(message)}\0`);
  }

  /** Undefined while the browser takes what is written; else settles once it has caught up, or is gone. */
  get catchingUp(): Promise<void> | undefined {
    if (!this.#write.writableNeedDrain) return undefined;
    return Promise.race([once(this.#write, 'drain').then(() => undefined), this.closed]);
  }

  #newSession(sessionId: string | undefined): CdpSession {
    return new CdpSession((method, params, mostBytes) => this.#command({ sessionId, method, mostBytes }, params));
  }

  #command(about: Pick<Pending, 'sessionId' | 'method' | 'mostBytes'>, params: unknown): Promise<never> {
    if (!this.#open) return Promise.reject(new TargetGone('The browser has ended.'));
    this.#lastId += 1;
    const id = this.#lastId;
    const { sessionId, method } = about;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { ...about, resolve, reject });
      this.write({ id, sessionId, method, params });
    });
  }

  #limitOf(start: string): number {
    return this.#pending.get(idOf(start))?.mostBytes ?? eventBytes;
  }

  /** One page has said too much: it fails alone. */
  #tooLarge(ends: string): void {
    const id = idOf(ends);
    const sessionId = sessionOf(ends) ?? '';
    const owner = this.#owners.get(sessionId);
    if (owner && Number.isNaN(id)) owner({ id, sessionId, method: methodOf(ends) ?? '', error: tooLong });
    else if (owner) owner({ id, sessionId, error: tooLong });
    else this.#tooLargeForUs(id, sessionId);
  }

  #tooLargeForUs(id: number, sessionId: string): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (pending) pending.reject(new AnswerTooLarge(`${pending.method}: too large to be read.`));
    else this.#sessions.get(sessionId)?.failUnreadable(new EventTooLarge('An event is too large.'));
  }

  #dispatch(message: CdpMessage): void {
    const owner = message.sessionId === undefined ? undefined : this.#owners.get(message.sessionId);
    if (owner) owner(message);
    else this.#read(message);
  }

  #read(message: CdpMessage): void {
    if (message.id !== undefined) this.#answer(message.id, message);
    if (message.method === 'Target.detachedFromTarget') this.#detached(message.params as { sessionId: string });
    const session = message.sessionId ? this.#sessions.get(message.sessionId) : this.browser;
    if (message.method) session?.emit(message.method, message.params);
  }

  #answer(id: number, message: CdpMessage): void {
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
