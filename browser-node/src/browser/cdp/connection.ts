import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { limits } from '@tintype/contracts';
import type { Protocol } from 'devtools-protocol';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { MessageReader } from './message-reader.js';
import { RequestedTargets } from './requested-targets.js';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
type Params<M extends keyof Commands> = Commands[M]['paramsType'][0];
type Handler<E extends keyof Events> = (params: Events[E][0]) => void;

export class CdpError extends Error {
  override name = 'CdpError';
}

/** The browser or the page is gone. */
export class TargetGone extends Error {
  override name = 'TargetGone';
}

/** The page crashed, ran out of memory, or was killed. */
export class PageCrashed extends TargetGone {
  override name = 'PageCrashed';
}

export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
}

export class EventTooLarge extends Error {
  override name = 'EventTooLarge';
  /** The event, such as `Page.screencastFrame`. */
  readonly method: string | undefined;

  constructor(method: string | undefined) {
    super(`${method ?? 'An event'} is too large to read.`);
    this.method = method;
  }
}

const mebibyte = 2 ** 20;
/** Default limit of an answer to us. A string holds at most 512 MiB. */
const answerBytes = 384 * mebibyte;
/**
 * Limit of an event, and of everything sent to clients. Pages determine the length and number of URLs and messages in
 * events.
 */
const eventBytes = limits.cdpAnswerBytes;

const tooLong = {
  code: -32_000,
  message: `Too large to be read: an answer has ${eventBytes / mebibyte} MiB at most.`,
};

const idOf = (start: string) => Number(/^\{"id":(\d+)/.exec(start)?.[1]);
const methodOf = (start: string) => /^\{"method":"([\w.]+)"/.exec(start)?.[1];
const sessionOf = (end: string) => /"sessionId":"(\w+)"\}$/.exec(end)?.[1];

export interface CdpMessage {
  id?: number | undefined;
  sessionId?: string | undefined;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

export type MessageHandler = (message: CdpMessage) => void;

interface Pending {
  method: string;
  sessionId: string | undefined;
  maxBytes: number;
  answer: (message: CdpMessage) => void;
  /** The answer is too large, or will not arrive. */
  fail: (error: AnswerTooLarge | TargetGone) => void;
}

interface ClientSession {
  onMessage: MessageHandler;
  waiting: Set<number>;
}

type Send = (method: string, params: unknown, maxBytes: number) => Promise<never>;

/** A session of the protocol, with the browser or one page. */
export class CdpSession {
  /** Rejects with `EventTooLarge` at the first event that is too large. */
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

  /** Rejects with `AnswerTooLarge` above `maxBytes`, with `CdpError` for an error, and with `TargetGone` without an answer. */
  send<M extends keyof Commands>(
    method: M,
    params?: Params<M>,
    maxBytes = answerBytes,
  ): Promise<Commands[M]['returnType']> {
    return this.#send(method, params, maxBytes);
  }

  /** Returns a function that removes the handler. */
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
 * The DevTools protocol over the pipes of `--remote-debugging-pipe`: JSON messages that end with a NUL byte. The
 * browser ends when its pipe closes, so it never outlives this process.
 */
export class CdpConnection {
  readonly browser: CdpSession;
  /** Resolves when the browser is gone. */
  readonly closed: Promise<void>;
  /** Targets that clients requested, or that count as such. */
  readonly requestedTargets = new RequestedTargets();
  readonly #write: Writable;
  readonly #pending = new Map<number, Pending>();
  readonly #sessions = new Map<string, CdpSession>();
  readonly #owned = new Map<string, ClientSession>();
  #lastId = 0;
  #isOpen = true;
  #received = 0;

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
    read.on('data', (chunk: Buffer) => {
      this.#received += chunk.length;
      messages.read(chunk);
    });
    read.on('close', end);
    read.on('error', end);
    write.on('error', end);
  }

  /** Bytes that the browser has sent. A browser that sends is alive, also if an answer waits behind other messages. */
  get received(): number {
    return this.#received;
  }

  /** Attaches to a target. The session ends with the target. */
  async attach(targetId: string): Promise<CdpSession> {
    const { sessionId } = await this.browser.send('Target.attachToTarget', { targetId, flatten: true });
    return this.session(sessionId);
  }

  /** The session of an attached target; `Target.setAutoAttach` attaches too. */
  session(sessionId: string): CdpSession {
    const session = this.#sessions.get(sessionId) ?? this.#newSession(sessionId);
    this.#sessions.set(sessionId, session);
    return session;
  }

  /** Passes later messages of the session to its owner, unread. */
  own(sessionId: string, onMessage: MessageHandler): void {
    this.#owned.set(sessionId, { onMessage, waiting: new Set() });
  }

  /** Drops later messages of the session. Returns the number of its commands without an answer. */
  disown(sessionId: string): number {
    const waiting = this.#owned.get(sessionId)?.waiting ?? new Set();
    this.#owned.delete(sessionId);
    for (const id of waiting) this.#answered(id)?.fail(new TargetGone('The client of the command is gone.'));
    return waiting.size;
  }

  /**
   * Sends a command in an owned session. Its owner gets the answer with the owner's id. On the wire the command has an
   * id of ours, because some answers lack the session.
   */
  ask(sessionId: string, { id, ...message }: CdpMessage): void {
    const owned = this.#owned.get(sessionId);
    if (!owned) return;
    const { method = '' } = message;
    const onTarget = method === 'Target.createTarget' ? this.requestedTargets.begin() : undefined;
    const answer = (reply: CdpMessage) => {
      owned.waiting.delete(commandId);
      onTarget?.(reply);
      owned.onMessage({ ...reply, id, sessionId });
    };
    const fail = (error: Error) => (error instanceof AnswerTooLarge ? answer({ error: tooLong }) : onTarget?.());
    const commandId = this.#send({ method, sessionId, maxBytes: eventBytes, answer, fail }, message);
    owned.waiting.add(commandId);
  }

  /** Undefined while the pipe accepts writes; else resolves when it has drained or closed. */
  get drained(): Promise<void> | undefined {
    if (!this.#write.writableNeedDrain) return undefined;
    return Promise.race([once(this.#write, 'drain').then(() => undefined), this.closed]);
  }

  #newSession(sessionId: string | undefined): CdpSession {
    return new CdpSession((method, params, maxBytes) => this.#command({ sessionId, method, maxBytes }, params));
  }

  #command(about: Pick<Pending, 'sessionId' | 'method' | 'maxBytes'>, params: unknown): Promise<never> {
    if (!this.#isOpen) return Promise.reject(new TargetGone('The browser has ended.'));
    return new Promise((resolve, reject) => {
      const answer = ({ error, result }: CdpMessage) =>
        error ? reject(new CdpError(`${about.method}: ${error.message}`)) : resolve(result as never);
      this.#send({ ...about, answer, fail: reject }, { params });
    });
  }

  #send(pending: Pending, message: Pick<CdpMessage, 'params'>): number {
    this.#lastId += 1;
    const id = this.#lastId;
    const { sessionId, method } = pending;
    this.#pending.set(id, pending);
    if (this.#isOpen) this.#write.write(`${JSON.stringify({ id, sessionId, method, params: message.params })}\0`);
    return id;
  }

  #limitOf(start: string): number {
    return this.#pending.get(idOf(start))?.maxBytes ?? eventBytes;
  }

  /** Fails only the command or the session whose message is too large. */
  #tooLarge(ends: string): void {
    const id = idOf(ends);
    const sessionId = sessionOf(ends) ?? '';
    const owned = this.#owned.get(sessionId);
    const pending = this.#answered(id);
    if (pending) pending.fail(new AnswerTooLarge(`${pending.method}: the answer is too large to read.`));
    else if (owned) owned.onMessage({ id, sessionId, method: methodOf(ends) ?? '', error: tooLong });
    else this.#sessions.get(sessionId)?.failUnreadable(new EventTooLarge(methodOf(ends)));
  }

  /** Matches an answer by its id alone. */
  #dispatch(message: CdpMessage): void {
    const { id, sessionId = '' } = message;
    const owned = this.#owned.get(sessionId);
    if (id !== undefined) this.#answered(id)?.answer(message);
    else if (owned) owned.onMessage(message);
    else this.#read(message);
  }

  #answered(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #read(message: CdpMessage): void {
    if (message.method === 'Target.detachedFromTarget')
      this.#detached(message.params as Protocol.Target.DetachedFromTargetEvent);
    const session = message.sessionId ? this.#sessions.get(message.sessionId) : this.browser;
    if (message.method) session?.emit(message.method, message.params);
  }

  #detached({ sessionId, targetId }: Protocol.Target.DetachedFromTargetEvent): void {
    this.#sessions.delete(sessionId);
    if (targetId !== undefined) this.requestedTargets.forget(targetId);
    this.#reject((pending) => pending.sessionId === sessionId, new TargetGone('The page has ended.'));
  }

  #end(): void {
    this.#isOpen = false;
    this.#reject(() => true, new TargetGone('The browser has ended.'));
  }

  #reject(which: (pending: Pending) => boolean, error: Error): void {
    for (const [id, pending] of this.#pending) {
      if (!which(pending)) continue;
      this.#pending.delete(id);
      pending.fail(error);
    }
  }
}
