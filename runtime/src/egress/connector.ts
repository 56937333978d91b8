import type { Socket } from 'node:net';
import { dial } from './dial.js';
import { type EgressFailure, type EgressGuard, EgressRefused } from './guard.js';
import type { ResolvedAddress } from './resolver.js';

export interface Destination {
  /**
   * `tunnel`: for bytes that we pass on unread, and for our own calls. `forward`: for a browser's plain HTTP request.
   */
  kind: 'tunnel' | 'forward';
  /** In the request's spelling. */
  hostname: string;
  port: number;
}

/** For metrics: one report per attempt to open a connection, refused ones included. */
export interface ConnectionReport {
  /** `unread`: the browser closed the connection before it sent anything. */
  kind: Destination['kind'] | 'unread';
  /** `overload`: the proxy already had its maximum of connections. */
  outcome: 'open' | 'overload' | EgressFailure;
}

export interface ConnectorOptions {
  guard: Pick<EgressGuard, 'check' | 'recordReached' | 'recordUnreachable'>;
  connectTimeoutMs: number;
  onConnection: (report: ConnectionReport) => void;
}

/** How to pass a plain request on to another HTTP proxy. */
export interface Forwarding {
  /** The value of `Proxy-Authorization`. */
  login: string | undefined;
  /** Called when the proxy refused the login for this destination. */
  onLoginRefused: (destination: Destination) => void;
}

/** How browsers' connections and our own calls leave the machine. */
export interface EgressRoute {
  /** Returns the addresses to connect to. Throws EgressRefused, or the signal's reason. */
  check: (destination: Destination, signal: AbortSignal) => Promise<readonly ResolvedAddress[]>;
  /** Throws Unreachable, or the signal's reason. */
  connect: (destination: Destination, addresses: readonly ResolvedAddress[], signal: AbortSignal) => Promise<Socket>;
  /** Set if the route leads to another HTTP proxy, which takes plain requests without a tunnel. */
  readonly forwarding: Forwarding | undefined;
}

/** The destination was allowed, but it did not answer, or the account's proxy opened no connection to it. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** Connects directly to the checked addresses. */
export class Connector implements EgressRoute {
  readonly forwarding = undefined;
  readonly #options: ConnectorOptions;

  constructor(options: ConnectorOptions) {
    this.#options = options;
  }

  async check({ kind, hostname, port }: Destination, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
    try {
      return await this.#options.guard.check(hostname, port, signal);
    } catch (error) {
      if (error instanceof EgressRefused) this.#options.onConnection({ kind, outcome: error.reason });
      throw error;
    }
  }

  async connect(
    { kind, hostname, port }: Destination,
    addresses: readonly ResolvedAddress[],
    signal: AbortSignal,
  ): Promise<Socket> {
    try {
      const socket = await dial(addresses, port, { timeoutMs: this.#options.connectTimeoutMs, signal });
      this.#options.guard.recordReached(hostname, port);
      this.#options.onConnection({ kind, outcome: 'open' });
      return socket;
    } catch (cause) {
      // The signal aborts if the client left. The host is then not at fault.
      signal.throwIfAborted();
      this.#options.guard.recordUnreachable(hostname, port);
      this.#options.onConnection({ kind, outcome: 'unreachable' });
      throw new Unreachable('The destination does not answer.', { cause });
    }
  }
}
