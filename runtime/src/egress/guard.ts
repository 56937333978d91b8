import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from './address-policy.js';
import type { AllowList } from './allow-list.js';
import { BoundedCache } from './bounded-cache.js';
import { canonicalAddress, canonicalHost, familyOf } from './canonical-host.js';
import type { AddressResolver, ResolvedAddress } from './resolver.js';

/**
 * Why a connection was not made. `unreachable`: it was allowed, and nobody answered. `upstream` and `upstream-login`: the
 * proxy that everything goes through leads nowhere, or takes no such login.
 */
export type EgressFailure = 'blocked' | 'dns' | 'unreachable' | UpstreamFailure;
export type UpstreamFailure = 'upstream' | 'upstream-login';

const sentences = {
  blocked: 'The host is not on the public internet, and this service does not open it.',
  dns: 'The host name does not resolve.',
} as const;

/** The guard refuses a destination. The message is for everybody: it names no address. */
export class EgressRefused extends Error {
  override name = 'EgressRefused';
  readonly reason: 'blocked' | 'dns';

  constructor(reason: 'blocked' | 'dns', options?: ErrorOptions) {
    super(sentences[reason], options);
    this.reason = reason;
  }
}

export interface EgressGuardOptions {
  allow: AllowList;
  /** Exact literal addresses and ports that are open without the allow list, and although they may be ours. */
  internal?: readonly { host: string; port: number }[];
  /** The ports that this machine's own programs listen on, asked at each check. */
  ownPorts: () => readonly number[];
  resolver: AddressResolver;
}

const rememberedFailures = 1000;
/** Long enough for the longest connect time-out and the render that asks afterwards. */
const rememberedMs = 30_000;

const unbracketed = (host: string) => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();

const destinationKey = (hostname: string, port: number) => {
  const host = canonicalHost(hostname);
  if (!host) return `${hostname.slice(0, 300)}:${port}`;
  return `${host.kind === 'name' ? host.name : host.address}:${port}`;
};

/** Whether connecting to this address ends at this machine. */
const isOwnAddress = (address: string): boolean => {
  const parsed = ipaddr.parse(canonicalAddress(address));
  // "This network" is 0.0.0.0/8, but the kernel takes only its first address, and :: too, for itself.
  if (['loopback', 'unspecified'].includes(parsed.range())) return true;
  return Object.values(networkInterfaces()).some((each) =>
    each?.some((own) => canonicalAddress(own.address.replace(/%.*$/, '')) === parsed.toString()),
  );
};

/**
 * Decides where browsers may connect. A name is resolved once, each of its addresses is judged, and the caller connects
 * to what is answered and to nothing else: a second look-up could answer differently (DNS rebinding).
 */
export class EgressGuard {
  readonly #options: EgressGuardOptions;
  readonly #failures = new BoundedCache<EgressFailure>(rememberedFailures);

  constructor(options: EgressGuardOptions) {
    this.#options = options;
  }

  /**
   * The addresses to connect to, at least one. Throws EgressRefused, or the signal's reason.
   *
   * A name with public and private addresses keeps the public ones. Refusing it whole would guard nothing more, as
   * only judged addresses are connected to, and would break names that answer differently inside a network.
   */
  async check(hostname: string, port: number, signal?: AbortSignal): Promise<readonly ResolvedAddress[]> {
    const literal = unbracketed(hostname);
    if (this.#isInternal(literal, port)) return [{ address: literal, family: familyOf(literal) }];
    const host = canonicalHost(hostname);
    if (!host) throw this.#refuse(hostname, port, new EgressRefused('blocked'));
    const name = host.kind === 'name' ? host.name : host.address;
    const addresses = await this.#resolve(name, port, signal);
    const open = addresses.filter(({ address }) => this.#isOpen(name, address, port));
    if (open.length === 0) throw this.#refuse(name, port, new EgressRefused('blocked'));
    return open;
  }

  /** Forgets earlier failures: somebody answered. Not at `check`: browsers try again at once, and are asked then. */
  recordReached(hostname: string, port: number): void {
    this.#failures.delete(destinationKey(hostname, port));
  }

  /** Remembers that nobody answered at the addresses that `check` gave. */
  recordUnreachable(hostname: string, port: number, why: 'unreachable' | UpstreamFailure = 'unreachable'): void {
    this.#failures.set(destinationKey(hostname, port), why, rememberedMs);
  }

  /** What went wrong with this destination lately: a browser only says that its connection failed. */
  explain(hostname: string, port: number): EgressFailure | undefined {
    return this.#failures.get(destinationKey(hostname, port));
  }

  async #resolve(name: string, port: number, signal?: AbortSignal) {
    try {
      return await this.#options.resolver.resolve(name, signal);
    } catch (cause) {
      signal?.throwIfAborted();
      throw this.#refuse(name, port, new EgressRefused('dns', { cause }));
    }
  }

  #refuse(hostname: string, port: number, refusal: EgressRefused): EgressRefused {
    this.#failures.set(destinationKey(hostname, port), refusal.reason, rememberedMs);
    return refusal;
  }

  /** As the request spells it: another spelling of the same address is not the exception that was meant. */
  #isInternal(literal: string, port: number): boolean {
    const { internal = [] } = this.#options;
    return isIP(literal) !== 0 && internal.some((each) => each.port === port && unbracketed(each.host) === literal);
  }

  #isOpen(hostname: string, address: string, port: number): boolean {
    if (this.#options.ownPorts().includes(port) && isOwnAddress(address)) return false;
    return isPublicAddress(address) || this.#options.allow.allows({ hostname, address, port });
  }
}

export const createEgressGuard = (options: EgressGuardOptions): EgressGuard => new EgressGuard(options);

/** NATS's own, when the URL names none. */
const natsPort = 4222;

export interface OwnPortsOptions {
  ownPorts: readonly number[];
  privatePort: number;
  natsUrl: URL;
}

/** The ports of ours that this process knows: they stay shut although the operator opens their address. */
export const knownPorts = ({ ownPorts, privatePort, natsUrl }: OwnPortsOptions): number[] => [
  ...ownPorts,
  privatePort,
  Number(natsUrl.port) || natsPort,
];
