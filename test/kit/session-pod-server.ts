import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { json } from 'node:stream/consumers';
import { agentPaths, podKeyOf, sessionOfToken } from '@tintype/contracts';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Machine } from '../explorer/played/machine.js';
import type { SessionKubelet } from './session-kubelet.js';

const podCalls = ['confirm', 'close', 'read', 'act', 'cdp'] as const;
export type PodCall = (typeof podCalls)[number];

/** How each of them is asked for. */
const lineOf: Record<PodCall, (session: string) => string> = {
  confirm: (session) => `POST ${agentPaths.call(session, 'confirm')}`,
  close: (session) => `POST ${agentPaths.call(session, 'close')}`,
  read: (session) => `GET ${agentPaths.session(session)}`,
  act: (session) => `POST ${agentPaths.actions(session)}`,
  cdp: (session) => `GET ${agentPaths.cdp(session)}`,
};

/** An action, as the api hands it on. */
export interface ActionOrder {
  type: string;
  payload: Record<string, unknown>;
  deadlineMs: number;
}

/** What the program in a pod answers to a call; `hangs` is a call that is never answered. */
export type PodReply = { status: number; body: unknown } | 'hangs';

/** What the played browser does. */
export type Act = (order: ActionOrder, machine: Machine) => PodReply;

/** Whoever has no token learns nothing, not even what there is. */
const refused = { status: 401, body: { code: 'invalid_credentials', error: 'The credentials are missing or wrong.' } };
const over = { status: 409, body: { code: 'session_not_active', error: 'The session is over.' } };

/** All pods of a kubelet, reached over HTTP on one port: whose key has made the token is the pod that is meant. */
export class SessionPodServer {
  readonly #kubelet: SessionKubelet;
  readonly #rootKey: KeyObject;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  /** What was called, as in `act sess_…`. */
  readonly calls: string[] = [];
  /** Calls whose caller hung up before they were answered. */
  readonly hungUp: string[] = [];
  /** Calls that are not answered, whatever they are about. */
  readonly silent = new Set<PodCall>();
  act: Act = ({ type, payload }) => ({ status: 200, body: { did: type, payload } });

  /** What the browser says to a DevTools client, by default the same again. */
  converse: (socket: WebSocket) => void = (socket) =>
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
  /** What is answered in place of a WebSocket. */
  refusal: PodReply | undefined;
  /** Connections of DevTools clients. */
  readonly sockets = new Set<WebSocket>();
  readonly #webSockets = new WebSocketServer({ noServer: true, maxPayload: 2 ** 30 });

  constructor(kubelet: SessionKubelet, rootKey: KeyObject) {
    this.#kubelet = kubelet;
    this.#rootKey = rootKey;
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  async start(): Promise<void> {
    this.#server.unref().listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Breaks off whatever is under way, as the end of the programs does. */
  breakOff(): void {
    this.#server.closeAllConnections();
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const [, session = ''] = /^\/sessions\/([^/]+)\/cdp$/.exec(request.url ?? '') ?? [];
    const isAllowed = this.#machineOf(request, session, 'cdp') !== undefined;
    socket.on('error', () => undefined);
    this.calls.push(`cdp ${isAllowed ? session : 'refused'}`);
    if (this.silent.has('cdp')) return;
    const refusal = isAllowed ? this.refusal : refused;
    if (refusal && refusal !== 'hangs') {
      const text = JSON.stringify(refusal.body);
      socket.end(`HTTP/1.1 ${refusal.status} x\r\ncontent-length: ${text.length}\r\nconnection: close\r\n\r\n${text}`);
      return;
    }
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      this.sockets.add(webSocket);
      webSocket.on('close', () => this.sockets.delete(webSocket));
      this.converse(webSocket);
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = await this.#reply(request, response).catch(() => undefined);
    if (reply === 'hangs') return;
    if (!reply) return void request.socket.destroy();
    const text = JSON.stringify(reply.body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    response.writeHead(reply.status, headers).end(text);
  }

  async #reply(request: IncomingMessage, response: ServerResponse): Promise<PodReply | undefined> {
    const { method = '', url = '' } = request;
    const [, session = ''] = /^\/sessions\/([^/]+)/.exec(url) ?? [];
    const call = podCalls.find((each) => `${method} ${url}` === lineOf[each](session));
    const machine = call && this.#machineOf(request, session, call);
    if (!machine) return refused;
    this.calls.push(`${call} ${session}`);
    response.once('close', () => {
      if (!response.writableFinished) this.hungUp.push(`${call} ${session}`);
    });
    if (this.silent.has(call)) return 'hangs';
    return machine.answers ? this.#do(call, session, machine, request) : undefined;
  }

  async #do(call: PodCall, session: string, machine: Machine, request: IncomingMessage): Promise<PodReply> {
    const runs = machine.isOpen && machine.order?.session === session;
    if (call === 'confirm') return { status: 200, body: { confirmed: machine.confirm(session) } };
    if (call === 'close') return { status: 200, body: this.#kubelet.close(machine.pod.uid, session) };
    if (!runs) return over;
    if (call === 'act') return this.act((await json(request)) as ActionOrder, machine);
    const { startedAt, order } = machine;
    const expiresAt = new Date(startedAt + (order?.maxTtlSeconds ?? 0) * 1000).toISOString();
    const counts = { actions: 7, success: 6, error: 1, byType: { goto: { total: 7, success: 6, error: 1 } } };
    return { status: 200, body: { session, startedAt: new Date(startedAt).toISOString(), expiresAt, counts } };
  }

  #machineOf(request: IncomingMessage, session: string, purpose: PodCall): Machine | undefined {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const use = { purpose, now: Date.now() };
    return this.#kubelet.machines.find(
      ({ pod }) => sessionOfToken(podKeyOf(this.#rootKey, pod), token, use) === session,
    );
  }
}
