// biome-ignore lint/style/noRestrictedImports: the Kubernetes API server, at the installation's address
import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { Endpoint } from '../credentials/access.js';

export interface ConnectionLimits {
  /** Calls in flight; more wait. The server adds its own priorities. */
  calls: number;
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

const open = ({ server, proxyUrl, tls }: Endpoint, connections: number): Dispatcher => {
  const options = {
    connections,
    // One request per connection: on HTTP/2 all would share one connection and its end.
    allowH2: false,
    pipelining: 1,
    connectTimeout: connectMs,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
  };
  // Probes a silent connection after 30 s, as client-go does, to notice a dead server.
  const probed = { keepAlive: true, keepAliveInitialDelay: 30_000 };
  if (proxyUrl) return new ProxyAgent({ ...options, uri: proxyUrl, requestTls: { ...tls, ...probed } });
  return new Pool(server.origin, { ...options, connect: { ...tls, ...probed } });
};

/**
 * One set of connections per program. A new endpoint (new certificates) gets new ones; requests in flight finish on the
 * old ones.
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

  /** The open connections to the endpoint, or new ones. Use them at once: a later call may retire them. */
  connectionsTo(endpoint: Endpoint): Connections {
    if (this.#closing !== undefined) throw new Error('The connections to the Kubernetes API are closed.');
    if (this.#connections && this.#endpoint === endpoint) return this.#connections;
    this.#retire();
    this.#endpoint = endpoint;
    this.#connections = { calls: open(endpoint, this.#limits.calls), watches: open(endpoint, this.#limits.watches) };
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
    const forget = () => this.#retired.delete(old);
    // Both wait for their requests in flight; a watch ends on its own within minutes.
    const callsEnded = old.calls.close();
    this.#retired.set(old, callsEnded);
    void Promise.all([callsEnded, old.watches.close()]).then(forget, forget);
  }
}
