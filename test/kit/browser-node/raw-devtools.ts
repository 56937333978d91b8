import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { CdpMessage } from '@tintype/browser-node/testing';
import { until } from '../until.js';

export interface Closed {
  code: number;
  reason: string;
}

/** A DevTools client without a library: sends commands unchanged. */
export class RawDevTools {
  /** Messages without an id. */
  readonly events: CdpMessage[] = [];
  readonly closed: Promise<Closed>;
  readonly socket: WebSocket;
  readonly #answers = new Map<number, (answer: CdpMessage) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    const { promise, resolve } = Promise.withResolvers<Closed>();
    this.closed = promise;
    socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason }));
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data))));
  }

  /** Throws when refused. */
  static async connect(url: string, headers: Record<string, string> = {}): Promise<RawDevTools> {
    // Node.js takes headers, unlike the standard.
    const socket = new WebSocket(url, { headers } as never);
    const client = new RawDevTools(socket);
    await Promise.race([
      once(socket, 'open'),
      once(socket, 'error').then(() => Promise.reject(new Error('It was refused.'))),
    ]);
    return client;
  }

  async ask(method: string, params: object = {}, sessionId?: string): Promise<CdpMessage> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<CdpMessage>();
    this.#answers.set(id, resolve);
    this.socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
    void this.closed.then(() => resolve({ id, error: { message: 'The connection was closed.' } }));
    return promise;
  }

  /** The result; throws an error. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asks for
  async send(method: string, params: object = {}, sessionId?: string): Promise<any> {
    const { result, error } = await this.ask(method, params, sessionId);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** The error's message, or ''. */
  async errorOf(method: string, params: object = {}, sessionId?: string): Promise<string> {
    return (await this.ask(method, params, sessionId)).error?.message ?? '';
  }

  /** Attaches to a page, by default a new one. */
  async attach(targetId?: string, browserContextId?: string): Promise<string> {
    const target = targetId ?? (await this.open('about:blank', browserContextId));
    return (await this.send('Target.attachToTarget', { targetId: target, flatten: true })).sessionId;
  }

  async open(url: string, browserContextId?: string): Promise<string> {
    const context = browserContextId === undefined ? {} : { browserContextId };
    return (await this.send('Target.createTarget', { url, ...context })).targetId;
  }

  async evaluate(session: string, expression: string, more: object = {}): Promise<unknown> {
    const params = { expression, awaitPromise: true, returnByValue: true, userGesture: true, ...more };
    return (await this.send('Runtime.evaluate', params, session)).result.value;
  }

  async heard(method: string, session?: string): Promise<CdpMessage> {
    const find = () => this.events.find((each) => each.method === method && each.sessionId === session);
    await until(method, () => find() !== undefined);
    return find()!;
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }

  #hear(message: CdpMessage): void {
    if (message.id === undefined) this.events.push(message);
    else this.#answers.get(message.id)?.(message);
  }
}

/** The answer to a plain HTTP request for a WebSocket. */
export const askForWebSocket = async (port: number, path: string, headers: Record<string, string> = {}) => {
  const socket = connect(port, '127.0.0.1');
  const key = randomBytes(16).toString('base64');
  const all = {
    host: 'x',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': key,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return { socket, status: Number(chunk.toString().split(' ')[1]), answer: chunk.toString() };
};
