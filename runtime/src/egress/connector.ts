import type { Socket } from 'node:net';
import { dial } from './dial.js';
import { type EgressFailure, type EgressGuard, EgressRefused } from './guard.js';
import type { ResolvedAddress } from './resolver.js';

export interface Destination {
  /** `tunnel`: bytes pass unread, those of our own calls too. `forward`: a plain request of a browser. */
  kind: 'tunnel' | 'forward';
  /** As the request spells it. */
  hostname: string;
  port: number;
}

/** For metrics: one for each request that asked for a new connection, or was refused one. */
export interface ConnectionReport {
  /** `unread`: a browser's connection that was closed before it said anything. */
  kind: Destination['kind'] | 'unread';
  /** `overload`: the proxy had as many connections as it takes. */
  outcome: 'open' | 'overload' | EgressFailure;
}

export interface ConnectorOptions {
  guard: Pick<EgressGuard, 'check' | 'recordReached' | 'recordUnreachable'>;
  connectTimeoutMs: number;
  onConnection: (report: ConnectionReport) => void;
}

export interface Forwarding {
  login: string | undefined;
  /** It has refused the login for a request there. */
  refused: (destination: Destination) => void;
}

/** How connections to addresses that others choose leave the machine: those of browsers, and our own. */
export interface WayOut {
  /** The addresses to connect to. Throws EgressRefused, or the signal's reason. */
  check: (destination: Destination, signal: AbortSignal) => Promise<readonly ResolvedAddress[]>;
  /** Throws Unreachable, or the signal's reason. */
  connect: (destination: Destination, addresses: readonly ResolvedAddress[], signal: AbortSignal) => Promise<Socket>;
  /** There is another proxy on the way, which takes plain requests whole, with its login in their head. */
  readonly forwarding: Forwarding | undefined;
}

/** It was allowed, and nobody answered. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** What both kinds of request do: ask the guard, connect to what it answered, remember and report what happened. */
export class Connector implements WayOut {
  readonly forwarding = undefined;
  readonly #options: ConnectorOptions;

  constructor(options: ConnectorOptions) {
    this.#options = options;
  }

  /** Throws EgressRefused, or the signal's reason. */
  async check({ kind, hostname, port }: Destination, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
    try {
      return await this.#options.guard.check(hostname, port, signal);
    } catch (error) {
      if (error instanceof EgressRefused) this.#options.onConnection({ kind, outcome: error.reason });
      throw error;
    }
  }

  /** Throws Unreachable, or the signal's reason. */
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
      // A client that left says nothing about the host.
      signal.throwIfAborted();
      this.#options.guard.recordUnreachable(hostname, port);
      this.#options.onConnection({ kind, outcome: 'unreachable' });
      throw new Unreachable('Nobody answers there.', { cause });
    }
  }
}
