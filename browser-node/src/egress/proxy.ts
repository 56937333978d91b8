import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';
import {
  type ConnectionReport,
  Connector,
  type EgressGuard,
  type EgressRoute,
  listen,
  UpstreamConnector,
} from '@tintype/runtime';
import { createForwardHandler } from './forward.js';
import { createConnectHandler, createUpgradeHandler } from './tunnel.js';

export interface EgressProxyOptions {
  guard: Pick<EgressGuard, 'check' | 'recordReached' | 'recordUnreachable'>;
  connectTimeoutMs?: number;
  /** Closes a tunnel after this time without bytes. */
  idleMs?: number;
  /** Closes further connections at once. */
  maxConnections?: number;
  onConnection?: (report: ConnectionReport) => void;
}

const defaults = {
  connectTimeoutMs: 10_000,
  idleMs: 10 * 60_000,
  maxConnections: 4096,
  onConnection: (_report: ConnectionReport): void => undefined,
};

/** Cookies of big sites take some tens of KiB. */
const maxHeaderBytes = 128 * 1024;
const headersTimeoutMs = 10_000;
/** Browsers keep idle connections for 5 minutes and reopen one that closes. */
const keepAliveMs = 60_000;

const newServer = (maxConnections: number): Server => {
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    // An upload takes as long as its destination needs.
    requestTimeout: 0,
  });
  server.maxConnections = maxConnections;
  // No response: a browser would show it.
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
};

/**
 * A browser's only way out: an HTTP proxy that connects only to addresses that the guard judged for this request. It logs
 * nothing: destinations belong to customers.
 */
export class EgressProxy {
  readonly #options: Required<EgressProxyOptions>;
  readonly #connector: EgressRoute;
  readonly #servers = new Set<Server>();
  readonly #clients = new Set<Socket>();
  #wayOut: EgressRoute;

  constructor(options: EgressProxyOptions) {
    this.#options = { ...defaults, ...options };
    const wayOut = () => this.#wayOut;
    this.#wayOut = new Connector(this.#options);
    this.#connector = {
      check: (...parameters) => wayOut().check(...parameters),
      connect: (...parameters) => wayOut().connect(...parameters),
      get forwarding() {
        return wayOut().forwarding;
      },
    };
  }

  /** Listens on 127.0.0.1. Resolves with the port. */
  async listen(port = 0): Promise<number> {
    return listen(this.#newServer(), { host: '127.0.0.1', port });
  }

  /** Serves a socket that listens elsewhere: in the network of a walled browser. Returns a function that ends it. */
  async serve(listener: NetServer): Promise<() => void> {
    const server = this.#newServer();
    server.listen(listener);
    await once(server, 'listening');
    return () => this.#end(server);
  }

  /** Sends new connections through an upstream proxy: `http:`, `https:` or `socks5:`, with its login. */
  useUpstream(proxy: URL): void {
    this.#wayOut = new UpstreamConnector(this.#options, proxy);
  }

  /** Closes the proxy and all its connections. Idempotent. */
  async close(): Promise<void> {
    const closed = [...this.#servers].map((server) => once(server, 'close'));
    for (const server of this.#servers) this.#end(server);
    for (const client of this.#clients) client.destroy();
    await Promise.all(closed);
  }

  #end(server: Server): void {
    this.#servers.delete(server);
    server.close();
  }

  #newServer(): Server {
    const { idleMs, maxConnections, onConnection } = this.#options;
    const connector = this.#connector;
    const server = newServer(maxConnections);
    this.#servers.add(server);
    server.on('connection', (client) => {
      this.#clients.add(client);
      client.once('close', () => this.#clients.delete(client));
    });
    server.on('request', createForwardHandler({ connector, maxHeaderBytes }));
    server.on('connect', createConnectHandler({ connector, idleMs }));
    server.on('upgrade', createUpgradeHandler({ connector, idleMs }));
    server.on('drop', () => onConnection({ kind: 'unread', outcome: 'overload' }));
    // Too many open files: only that connection is lost.
    server.once('listening', () => server.on('error', () => onConnection({ kind: 'unread', outcome: 'overload' })));
    return server;
  }
}
