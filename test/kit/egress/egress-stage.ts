import { once } from 'node:events';
import { type ClientRequestArgs, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { EgressProxy, type EgressProxyOptions } from '@tintype/browser-node/testing';
import { createEgressGuard, createResolver, type EgressGuard, parseAllowList } from '@tintype/runtime';
import { startDnsServer } from './dns-server.js';

export interface StageOptions {
  allow?: string;
  internal?: { host: string; port: number }[];
  ownPorts?: number[];
  cacheMs?: number;
  connectTimeoutMs?: number;
  idleMs?: number;
  maxConnections?: number;
}

/** The guard of the proxy; records the port of each refused destination. */
const watched = (guard: EgressGuard, refused: number[]): EgressProxyOptions['guard'] => ({
  check: (hostname, port, signal) =>
    guard.check(hostname, port, signal).catch((error: unknown) => {
      refused.push(port);
      throw error;
    }),
  recordReached: (hostname, port) => guard.recordReached(hostname, port),
  recordUnreachable: (hostname, port) => guard.recordUnreachable(hostname, port),
});

export const startEgressProxy = async (options: EgressProxyOptions) => {
  const proxy = new EgressProxy(options);
  const port = await proxy.listen();
  return { port, useUpstream: (upstream: URL) => proxy.useUpstream(upstream), close: () => proxy.close() };
};

/** Name server, guard and proxy, all real, on loopback. `refused`: ports the proxy closed. */
export const startStage = async (options: StageOptions = {}) => {
  const dns = await startDnsServer();
  const ownPorts = [...(options.ownPorts ?? [])];
  const outcomes: string[] = [];
  const refused: number[] = [];
  const guard = createEgressGuard({
    allow: parseAllowList(options.allow ?? ''),
    internal: options.internal ?? [],
    ownPorts: () => ownPorts,
    resolver: createResolver({ servers: [dns.address], timeoutMs: 1000, cacheMs: options.cacheMs ?? 0 }),
  });
  const proxy = await startEgressProxy({
    guard: watched(guard, refused),
    connectTimeoutMs: options.connectTimeoutMs ?? 2000,
    idleMs: options.idleMs ?? 60_000,
    maxConnections: options.maxConnections ?? 1000,
    onConnection: ({ kind, outcome }) => outcomes.push(`${kind} ${outcome}`),
  });
  ownPorts.push(proxy.port);
  const close = async () => {
    await proxy.close();
    await dns.close();
  };
  return { dns, guard, proxy, outcomes, refused, close, [Symbol.asyncDispose]: close };
};

/** A connection that should have ended fails the test instead of hanging it. */
const longestMs = 60_000;

export interface Fetched {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** A request in absolute form. Undefined: the connection closed without a response; status 0: nothing came. */
export const fetchThrough = async (
  proxyPort: number,
  url: string,
  options: ClientRequestArgs = {},
): Promise<Fetched | undefined> => {
  const outgoing = request({
    agent: false,
    timeout: longestMs,
    ...options,
    host: '127.0.0.1',
    port: proxyPort,
    path: url,
  });
  outgoing.end();
  const answered = Promise.withResolvers<Fetched | undefined>();
  outgoing.on('error', () => answered.resolve(undefined));
  outgoing.on('timeout', () => {
    answered.resolve({ status: 0, headers: {}, body: 'nothing came' });
    outgoing.destroy();
  });
  outgoing.on('response', async (incoming) => {
    const body = await buffer(incoming).then(String, () => 'cut off');
    answered.resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body });
  });
  return answered.promise;
};

/** Sends latin1 bytes to a port of 127.0.0.1; returns everything until the other side closes. */
export const exchangeBytes = async (port: number, bytes: string, { end = false } = {}): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  const closed = Promise.withResolvers<unknown>();
  socket.on('error', () => undefined);
  socket.setTimeout(longestMs, () => socket.destroy());
  socket.once('close', closed.resolve);
  if (end) socket.end(bytes, 'latin1');
  else socket.write(bytes, 'latin1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await closed.promise;
  return Buffer.concat(chunks).toString('latin1');
};

/** CONNECT; returns the connection after the proxy's answer. */
export const openTunnel = async (proxyPort: number, authority: string): Promise<{ status: number; socket: Socket }> => {
  const outgoing = request({ agent: false, host: '127.0.0.1', port: proxyPort, method: 'CONNECT', path: authority });
  outgoing.end();
  const [incoming, socket] = await once(outgoing, 'connect');
  socket.on('error', () => undefined);
  return { status: incoming.statusCode, socket };
};
