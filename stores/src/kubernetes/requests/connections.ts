// biome-ignore lint/style/noRestrictedImports: the Kubernetes API server, at the installation's address
import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { Endpoint } from '../credentials/access.js';

export interface ConnectionLimits {
  /** At most this many calls are in flight; further calls wait. The server also orders calls by its own priorities. */
  calls: number;
  /** At most this many watches run at a time. */
  watches: number;
}

/** Watches have their own connections, so that they never delay a call. */
export interface Connections {
  calls: Dispatcher;
  watches: Dispatcher;
}

const connectMs = 5000;
/** Below the API server's 90 s for idle connections, and the 60 s of many load balancers. */
const idleMs = 30_000;
/** A backstop: each call's own deadline is shorter. */
const answerMs = 60_000;

const openDispatcher = ({ server, proxyUrl, tls }: Endpoint, maxConnections: number): Dispatcher => {
  const options = {
    connections: maxConnections,
    // One request per connection. On HTTP/2, all requests would share one connection, and fail when it ends.
    allowH2: false,
    pipelining: 1,
    connectTimeout: connectMs,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
  };
  // Probes a silent connection after 30 s, as client-go does, to notice a dead server.
  const tcpProbes = { keepAlive: true, keepAliveInitialDelay: 30_000 };
  if (proxyUrl) return new ProxyAgent({ ...options, uri: proxyUrl, requestTls: { ...tls, ...tcpProbes } });
  return new Pool(server.origin, { ...options, connect: { ...tls, ...tcpProbes } });
};

/**
 * One set of connections per program. A new endpoint, such as one with new certificates, gets new connections.
 * Requests in flight finish on the old connections.
 */
export class SharedConnections {
  readonly #limits: ConnectionLimits;
  #endpoint: Endpoint | undefined;
  #connections: Connections | undefined;
  /** Retired connections, each with a promise that resolves when its calls have ended. */
  readonly #retired = new Map<Connections, Promise<void>>();
  #closing: Promise<unknown> | undefined;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /**
   * The open connections to the endpoint, or new ones. Use them at once: a later call with another endpoint retires
   * them.
   */
  connectionsTo(endpoint: Endpoint): Connections {
    if (this.#closing !== undefined) throw new Error('The connections to the Kubernetes API are closed.');
    if (this.#connections && this.#endpoint === endpoint) return this.#connections;
    this.#retire();
    this.#endpoint = endpoint;
    this.#connections = {
      calls: openDispatcher(endpoint, this.#limits.calls),
      watches: openDispatcher(endpoint, this.#limits.watches),
    };
    return this.#connections;
  }

  /** Waits for calls; ends watches. */
  async close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    await this.#closing;
  }

  async #closeAll(): Promise<void> {
    this.#retire();
    await Promise.all([...this.#retired].flatMap(([{ watches }, callsEnded]) => [callsEnded, watches.destroy()]));
  }

  #retire(): void {
    const old = this.#connections;
    if (!old) return;
    this.#connections = undefined;
    const dropOld = () => this.#retired.delete(old);
    // Each `close` waits for the requests in flight. A watch ends on its own within minutes.
    const callsEnded = old.calls.close();
    this.#retired.set(old, callsEnded);
    void Promise.all([callsEnded, old.watches.close()]).then(dropOld, dropOld);
  }
}
