import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { type KubeAccess, writeKubeconfig } from '../kube/access.js';
import type { KubeApiServer } from '../kube/api-server.js';
import { kubeHost } from '../kube/flags.js';
import { type CallMatch, matches } from './call.js';
import { Exchange, type ExchangeParts } from './exchange.js';
import type { Fault } from './faults.js';
import type { ProxiedWatch } from './watch.js';

export class FaultRule {
  readonly #match: CallMatch;
  readonly #fault: Fault;
  #left: number;
  /** Matched calls. */
  hits = 0;

  constructor(match: CallMatch, fault: Fault, times: number) {
    this.#match = match;
    this.#fault = fault;
    this.#left = times;
  }

  takes({ call }: Exchange): boolean {
    return this.#left > 0 && matches(this.#match, call);
  }

  apply(exchange: Exchange): void | Promise<void> {
    this.#left--;
    this.hits++;
    return this.#fault(exchange);
  }

  remove(): void {
    this.#left = 0;
  }
}

/**
 * A proxy before an API server that plays a bad network and a busy server. Counts calls by verb and resource. HTTP/1.1
 * over TLS on both sides, with kept connections to the server.
 */
export class FaultProxy {
  readonly #upstream: KubeAccess;
  readonly #certificateFile: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server = createServer({ keepAliveTimeout: 0 });
  /** Sockets below TLS, which a reset needs, by the client's port. */
  readonly #sockets = new Map<number, Socket>();
  readonly #counts = new Map<string, number>();
  readonly #watches = new Set<ProxiedWatch>();
  #rules: FaultRule[] = [];

  constructor(upstream: KubeAccess, certificateFile: string) {
    this.#upstream = upstream;
    this.#certificateFile = certificateFile;
    this.#server.prependListener('connection', (socket: Socket) => this.#welcome(socket));
    this.#server.on('request', (request, response) => {
      const socket = this.#sockets.get(request.socket.remotePort ?? 0);
      const cutIt = () => socket?.resetAndDestroy();
      void this.#take({ request, response, access: this.#upstream, agent: this.#agent, cut: cutIt });
    });
  }

  async listen(): Promise<void> {
    this.#server.listen(0, kubeHost);
    await once(this.#server, 'listening');
    writeKubeconfig(this.access);
  }

  /**
   * The API server through the proxy. A token travels with each call. A client certificate cannot: the proxy shows its
   * own, so all clients are its user.
   */
  get access(): KubeAccess {
    const { port } = this.#server.address() as AddressInfo;
    const kubeconfigFile = join(dirname(this.#upstream.kubeconfigFile), `proxy-${port}.kubeconfig`);
    return { ...this.#upstream, server: new URL(`https://${kubeHost}:${port}`), kubeconfigFile };
  }

  /** The next matching calls meet the fault, before all older rules. */
  when(match: CallMatch, fault: Fault, { times = Number.POSITIVE_INFINITY } = {}): FaultRule {
    const rule = new FaultRule(match, fault, times);
    this.#rules.unshift(rule);
    return rule;
  }

  clear(): void {
    this.#rules = [];
  }

  watches(match: CallMatch = {}): ProxiedWatch[] {
    return [...this.#watches].filter(({ call }) => matches(match, call));
  }

  cutWatches(match?: CallMatch): void {
    for (const watch of this.watches(match)) watch.cut();
  }

  silenceWatches(match?: CallMatch): void {
    for (const watch of this.watches(match)) watch.silence();
  }

  /** Resets all connections, also idle ones. */
  cutConnections(): void {
    for (const socket of this.#sockets.values()) socket.resetAndDestroy();
  }

  /** Calls since the start or `forgetCounts`, all fates: `{ 'create pods': 3 }`. */
  get counts(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }

  forgetCounts(): void {
    this.#counts.clear();
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.cutConnections();
    this.#agent.destroy();
    await closed;
  }

  #welcome(socket: Socket): void {
    const port = socket.remotePort ?? 0;
    this.#sockets.set(port, socket);
    socket.once('close', () => this.#sockets.delete(port));
    socket.on('error', () => undefined);
    // Read each time: the certificate may have been renewed.
    const pair = readFileSync(this.#certificateFile);
    this.#server.setSecureContext({ cert: pair, key: pair });
  }

  async #take(parts: ExchangeParts): Promise<void> {
    const exchange = new Exchange(parts);
    const { call, watch } = exchange;
    const counted = `${call.verb} ${call.resource}`;
    this.#counts.set(counted, (this.#counts.get(counted) ?? 0) + 1);
    if (watch) {
      this.#watches.add(watch);
      parts.response.once('close', () => this.#watches.delete(watch));
    }
    const rule = this.#rules.find((each) => each.takes(exchange));
    try {
      await (rule ? rule.apply(exchange) : exchange.pass());
    } catch {
      exchange.cut();
    }
  }
}

/** For the admin by default; `close` ends it. */
export const startFaultProxy = async (server: KubeApiServer, upstream: KubeAccess = server.admin) => {
  const proxy = new FaultProxy(upstream, server.servingCertificate('fault-proxy'));
  await proxy.listen();
  return proxy;
};
