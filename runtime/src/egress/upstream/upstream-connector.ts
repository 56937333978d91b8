import type { Socket } from 'node:net';
import { canonicalHost } from '../canonical-host.js';
import { type ConnectorOptions, type Destination, type EgressRoute, Unreachable } from '../connector.js';
import { dial } from '../dial.js';
import { EgressRefused, type UpstreamFailure } from '../guard.js';
import { overTls } from '../over-tls.js';
import { portOf } from '../port-of.js';
import type { ResolvedAddress } from '../resolver.js';
import { basicLogin, connectByHttp } from './http-connect.js';
import { connectBySocks } from './socks5.js';
import { LoginRefused, ProxyConnectFailed } from './upstream-faults.js';

const isLocalhost = (name: string) => name === 'localhost' || name.endsWith('.localhost');

/** Blames the destination only if the proxy reports that it cannot reach the destination. */
const failureOf = (cause: unknown): 'unreachable' | UpstreamFailure => {
  if (cause instanceof ProxyConnectFailed) return 'unreachable';
  return cause instanceof LoginRefused ? 'upstream-login' : 'upstream';
};

/** The host in its canonical spelling, an IPv6 address in brackets. The proxy gets no other spelling. */
const authorityFor = (hostname: string): string => {
  const host = canonicalHost(hostname);
  if (!host) throw new EgressRefused('blocked');
  if (host.kind === 'name') return host.name;
  return host.family === 6 ? `[${host.address}]` : host.address;
};

/**
 * Connects through the account's own proxy, which resolves names. For each connection, the guard checks the addresses
 * of the proxy. It also checks the destination if that is an address or `localhost`.
 */
export class UpstreamConnector implements EgressRoute {
  readonly #options: ConnectorOptions;
  readonly #proxy: URL;

  constructor(options: ConnectorOptions, proxy: URL) {
    this.#options = options;
    this.#proxy = proxy;
  }

  /** HTTP proxies get plain requests without a tunnel, because many proxies open tunnels to port 443 only. */
  get forwarding() {
    if (this.#proxy.protocol === 'socks5:') return undefined;
    return {
      login: basicLogin(this.#proxy),
      onLoginRefused: (to: Destination) => this.#recordFailure(to, 'upstream-login'),
    };
  }

  /** Returns no addresses for a name, because the proxy resolves it. Throws EgressRefused, or the signal's reason. */
  async check({ kind, hostname, port }: Destination, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
    try {
      const host = canonicalHost(hostname);
      if (host?.kind === 'name' && !isLocalhost(host.name)) return [];
      return await this.#options.guard.check(hostname, port, signal);
    } catch (error) {
      if (error instanceof EgressRefused) this.#options.onConnection({ kind, outcome: error.reason });
      throw error;
    }
  }

  /** Throws Unreachable, or the signal's reason. */
  async connect(
    destination: Destination,
    _addresses: readonly ResolvedAddress[],
    signal: AbortSignal,
  ): Promise<Socket> {
    const { guard, onConnection, connectTimeoutMs } = this.#options;
    const { kind, hostname, port } = destination;
    try {
      const limitedSignal = AbortSignal.any([signal, AbortSignal.timeout(connectTimeoutMs)]);
      const socket = await this.#reachProxy(limitedSignal);
      await this.#requestTunnel(socket, destination, limitedSignal);
      guard.recordReached(hostname, port);
      onConnection({ kind, outcome: 'open' });
      return socket;
    } catch (cause) {
      signal.throwIfAborted();
      this.#recordFailure(destination, failureOf(cause));
      throw new Unreachable('The proxy did not open a connection to the destination.', { cause });
    }
  }

  #recordFailure({ kind, hostname, port }: Destination, outcome: 'unreachable' | UpstreamFailure): void {
    this.#options.guard.recordUnreachable(hostname, port, outcome);
    this.#options.onConnection({ kind, outcome });
  }

  async #reachProxy(signal: AbortSignal): Promise<Socket> {
    const { hostname, protocol } = this.#proxy;
    const port = portOf(this.#proxy);
    const addresses = await this.#options.guard.check(hostname, port, signal);
    const socket = await dial(addresses, port, { timeoutMs: this.#options.connectTimeoutMs, signal });
    return protocol === 'https:' ? overTls(socket, hostname, signal) : socket;
  }

  /** A plain request to an HTTP proxy needs no tunnel: the request itself names its host. */
  async #requestTunnel(socket: Socket, { kind, hostname, port }: Destination, signal: AbortSignal): Promise<void> {
    try {
      const destination = { hostname: authorityFor(hostname), port };
      if (this.#proxy.protocol === 'socks5:') await connectBySocks(socket, destination, this.#proxy, signal);
      else if (kind === 'tunnel') await connectByHttp(socket, destination, this.#proxy, signal);
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }
}
