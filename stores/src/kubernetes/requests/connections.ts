// biome-ignore lint/style/noRestrictedImports: the Kubernetes API server, at the installation's address
import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { Endpoint } from '../credentials/access.js';

export interface ConnectionLimits {
  /** Calls in flight; the rest waits its turn. The server has its own priorities above that. */
  calls: number;
  watches: number;
}

/** What requests go through. Watches have connections of their own, so that they never keep a call waiting. */
export interface Connections {
  calls: Dispatcher;
  watches: Dispatcher;
}

const connectMs = 5000;
/** Below the 90 s after which the API server closes an idle connection, and the 60 s of many load balancers. */
const idleMs = 30_000;
/** Behind the deadline of each call, which is shorter. */
const answerMs = 60_000;

const open = ({ server, proxyUrl, tls }: Endpoint, connections: number): Dispatcher => {
  const options = {
    connections,
    // One request a connection, as with HTTP/1.1: on HTTP/2 all would share one, and the fate of it.
    allowH2: false,
    pipelining: 1,
    connectTimeout: connectMs,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
  };
  // Finds out about a server that is gone: 30 s, as client-go.
  const probed = { keepAlive: true, keepAliveInitialDelay: 30_000 };
  if (proxyUrl) return new ProxyAgent({ ...options, uri: proxyUrl, requestTls: { ...tls, ...probed } });
  return new Pool(server.origin, { ...options, connect: { ...tls, ...probed } });
};

/**
 * The connections of a program to the API server, made once and used by all. For another endpoint (certificates were
 * replaced) there are new ones; what is in flight on the old ones ends there.
 */
export class SharedConnections {
  readonly #limits: ConnectionLimits;
  #endpoint: Endpoint | undefined;
  #connections: Connections | undefined;
  /** On their way out, and when their calls will have ended. */
  readonly #retired = new Map<Connections, Promise<void>>();
  #closing: Promise<unknown> | undefined;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** To be used at once: they may be on their way out later. */
  to(endpoint: Endpoint): Connections {
    if (this.#closing !== undefined) throw new Error('The connections to the Kubernetes API have been closed.');
    if (this.#connections && this.#endpoint === endpoint) return this.#connections;
    this.#retire();
    this.#endpoint = endpoint;
    this.#connections = { calls: open(endpoint, this.#limits.calls), watches: open(endpoint, this.#limits.watches) };
    return this.#connections;
  }

  /** Lets calls end; watches are ended. */
  async close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    await this.#closing;
  }

  async #closeAll(): Promise<void> {
    this.#retire();
    await Promise.all([...this.#retired].flatMap(([{ watches }, called]) => [called, watches.destroy()]));
  }

  #retire(): void {
    const old = this.#connections;
    if (!old) return;
    this.#connections = undefined;
    const forget = () => this.#retired.delete(old);
    // Each waits for what it has in flight, and a watch ends by itself within minutes.
    const called = old.calls.close();
    this.#retired.set(old, called);
    void Promise.all([called, old.watches.close()]).then(forget, forget);
  }
}
