import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
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

interface EgressProxyOptions {
  guard: Pick<EgressGuard, 'check' | 'recordReached' | 'recordUnreachable'>;
  connectTimeoutMs?: number;
  /** Closes a tunnel after this time without bytes. */
  idleMs?: number;
  /** Closes further connections at once. */
  maxConnections?: number;
  onConnection?: (report: ConnectionReport) => void;
  /** On 127.0.0.1; a free port by default. */
  port?: number | undefined;
}

export interface EgressProxy {
  readonly port: number;
  /** Sends new connections through an upstream proxy: `http:`, `https:` or `socks5:`, with its login. */
  useUpstream: (proxy: URL) => void;
  /** Also closes all connections. Idempotent. */
  close: () => Promise<void>;
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
 * A browser's only way out: an HTTP proxy on 127.0.0.1 that connects only to addresses that the guard judged for this
 * request. It logs nothing: destinations belong to customers.
 */
export const startEgressProxy = async (options: EgressProxyOptions): Promise<EgressProxy> => {
  const { guard, connectTimeoutMs, idleMs, maxConnections, onConnection } = { ...defaults, ...options };
  const parts = { guard, connectTimeoutMs, onConnection };
  let wayOut: EgressRoute = new Connector(parts);
  const connector: EgressRoute = {
    check: (...parameters) => wayOut.check(...parameters),
    connect: (...parameters) => wayOut.connect(...parameters),
    get forwarding() {
      return wayOut.forwarding;
    },
  };
  const server = newServer(maxConnections);
  const clients = new Set<Socket>();
  server.on('connection', (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
  });
  server.on('request', createForwardHandler({ connector, maxHeaderBytes }));
  server.on('connect', createConnectHandler({ connector, idleMs }));
  server.on('upgrade', createUpgradeHandler({ connector, idleMs }));
  server.on('drop', () => onConnection({ kind: 'unread', outcome: 'overload' }));
  const port = await listen(server, { host: '127.0.0.1', port: options.port ?? 0 });
  // Too many open files: only that connection is lost.
  server.on('error', () => onConnection({ kind: 'unread', outcome: 'overload' }));
  const closed = Promise.withResolvers<void>();
  server.once('close', closed.resolve);
  const close = () => {
    server.close();
    for (const client of clients) client.destroy();
    return closed.promise;
  };
  const useUpstream = (proxy: URL) => {
    wayOut = new UpstreamConnector(parts, proxy);
  };
  return { port, useUpstream, close };
};
