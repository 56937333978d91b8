import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { json } from 'node:stream/consumers';
import { activateOrderSchema, agentPaths, type PodRecord, podKeyOf, sessionOfToken } from '@tintype/contracts';
import { type ActivateOrder, ActivateRefused } from '@tintype/operator/testing';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Machine } from '../../explorer/played/machine.js';
import type { SessionKubelet } from './kubelet.js';

const podCalls = ['activate', 'confirm', 'close', 'read', 'act', 'cdp'] as const;
export type PodCall = (typeof podCalls)[number];

const requestLines: Record<PodCall, (session: string) => string> = {
  activate: (session) => `POST ${agentPaths.call(session, 'activate')}`,
  confirm: (session) => `POST ${agentPaths.call(session, 'confirm')}`,
  close: (session) => `POST ${agentPaths.call(session, 'close')}`,
  read: (session) => `GET ${agentPaths.session(session)}`,
  act: (session) => `POST ${agentPaths.actions(session)}`,
  cdp: (session) => `GET ${agentPaths.cdp(session)}`,
};

/** The api's JSON for an action. */
export interface ActionOrder {
  type: string;
  payload: Record<string, unknown>;
  deadlineMs: number;
}

/** `hangs`: no answer on an open connection. */
export type PodReply = { status: number; body: unknown } | 'hangs';

export type Act = (order: ActionOrder, machine: Machine) => PodReply;

/** One pod's answers. An error that is no refusal breaks the connection off. */
export interface AgentProgram {
  activate: (order: ActivateOrder) => { startedAt: string };
  confirm: (session: string) => boolean;
  close: (session: string) => PodRecord;
}

/** A pod's program without a browser. */
export const programOf = (machine: Machine): AgentProgram => ({
  activate: (order) => machine.activate(order, Date.now()),
  confirm: (session) => machine.confirm(session),
  close: (session) => machine.close(session, Date.now()),
});

export interface AgentServer {
  port: number;
  close: () => void;
}

/** A caller without a token learns nothing, not even the paths. */
const refused = { status: 401, body: { code: 'invalid_credentials', error: 'The credentials are missing or wrong.' } };
const over = { status: 409, body: { code: 'session_not_active', error: 'The session is over.' } };

const callOf = ({ method, url = '' }: IncomingMessage): { call: PodCall | undefined; session: string } => {
  const [, session = ''] = /^\/sessions\/([^/]+)/.exec(url) ?? [];
  return { call: podCalls.find((each) => `${method} ${url}` === requestLines[each](session)), session };
};

const isAllowed = (podKey: string, { headers }: IncomingMessage, session: string, purpose: PodCall): boolean => {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  return sessionOfToken(podKey, token, { purpose, now: Date.now() }) === session;
};

const serve = (reply: (request: IncomingMessage, response: ServerResponse) => Promise<PodReply | undefined>): Server =>
  createServer(async (request, response) => {
    const answer = await reply(request, response).catch(() => undefined);
    if (answer === 'hangs') return;
    if (!answer) return void request.socket.destroy();
    const text = JSON.stringify(answer.body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    response.writeHead(answer.status, headers).end(text);
  });

const listen = async (server: Server, port = 0, address = '127.0.0.1'): Promise<number> => {
  server.unref().listen(port, address);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const stop = (server: Server): void => {
  server.closeAllConnections();
  server.close();
};

const replyOf = async (program: AgentProgram, podKey: string | undefined, request: IncomingMessage) => {
  if (request.url === agentPaths.health) return { status: 200, body: { ready: true } };
  const { call, session } = callOf(request);
  if (!call || (podKey !== undefined && !isAllowed(podKey, request, session, call))) return refused;
  switch (call) {
    case 'activate':
      return await activated(program, session, await json(request));
    case 'confirm':
      return { status: 200, body: { confirmed: program.confirm(session) } };
    case 'close':
      return { status: 200, body: program.close(session) };
    default:
      return refused;
  }
};

const activated = async (program: AgentProgram, session: string, body: unknown) => {
  try {
    return { status: 200, body: program.activate({ session, ...activateOrderSchema.parse(body) }) };
  } catch (error) {
    if (error instanceof ActivateRefused) return { status: 409, body: { refused: error.refusal } };
    throw error;
  }
};

/** Serves one pod, by default on 127.0.0.1. Without a key it needs no token. */
export const serveSessionAgent = async (
  program: AgentProgram,
  podKey: string | undefined,
  { port, address }: { port?: number; address?: string } = {},
): Promise<AgentServer> => {
  const server = serve((request) => replyOf(program, podKey, request));
  return { port: await listen(server, port, address), close: () => stop(server) };
};

/** Serves all pods of a kubelet on one port; the token's key selects the pod. */
export class SessionPodServer {
  readonly #kubelet: SessionKubelet;
  readonly #rootKey: KeyObject;
  readonly #server = serve((request, response) => this.#reply(request, response));
  readonly #webSockets = new WebSocketServer({ noServer: true, maxPayload: 2 ** 30 });
  /** Such as `act sess_…`. */
  readonly calls: string[] = [];
  /** Calls whose caller left before the answer. */
  readonly hungUp: string[] = [];
  /** Calls without an answer. */
  readonly silent = new Set<PodCall>();
  act: Act = ({ type, payload }) => ({
    status: 200,
    body: { did: type, payload, ...(type === 'save_profile' ? { state: { cookies: [], origins: [] } } : {}) },
  });

  /** The browser's side of a DevTools connection; by default an echo. */
  converse: (socket: WebSocket) => void = (socket) =>
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
  /** The answer instead of a WebSocket. */
  refusal: PodReply | undefined;
  /** DevTools connections. */
  readonly sockets = new Set<WebSocket>();
  port = 0;

  constructor(kubelet: SessionKubelet, rootKey: KeyObject) {
    this.#kubelet = kubelet;
    this.#rootKey = rootKey;
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  async start(): Promise<void> {
    this.port = await listen(this.#server);
  }

  /** Breaks off all calls in flight. */
  breakOff(): void {
    this.#server.closeAllConnections();
  }

  stop(): void {
    stop(this.#server);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const [, session = ''] = /^\/sessions\/([^/]+)\/cdp$/.exec(request.url ?? '') ?? [];
    const isFound = this.#machineOf(request, session, 'cdp') !== undefined;
    socket.on('error', () => undefined);
    this.calls.push(`cdp ${isFound ? session : 'refused'}`);
    if (this.silent.has('cdp')) return;
    const refusal = isFound ? this.refusal : refused;
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

  async #reply(request: IncomingMessage, response: ServerResponse): Promise<PodReply | undefined> {
    const { call, session } = callOf(request);
    const machine = call && call !== 'activate' && this.#machineOf(request, session, call);
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
    return this.#kubelet.machines.find(({ pod }) => isAllowed(podKeyOf(this.#rootKey, pod), request, session, purpose));
  }
}
