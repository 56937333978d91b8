import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { isPublicAddress } from './address-policy.js';
import type { AllowList } from './allow-list.js';
import { canonicalAddress, canonicalHost, familyOf } from './canonical-host.js';
import type { AddressResolver, ResolvedAddress } from './resolver.js';

/**
 * `unreachable`: the destination is allowed, but does not answer. `upstream`: the account's proxy cannot be used.
 * `upstream-login`: the account's proxy refuses the login.
 */
export type EgressFailure = 'blocked' | 'dns' | 'unreachable' | UpstreamFailure;
export type UpstreamFailure = 'upstream' | 'upstream-login';

const sentences = {
  blocked: 'This service opens only hosts on the public internet.',
  dns: 'The host name does not resolve.',
} as const;

/** The message names no address: clients may see it. */
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
  /** Addresses and ports that are open without the allow list, even if a program of ours listens there. */
  internal?: readonly { host: string; port: number }[];
  /** Ports of our programs. On this machine's addresses they are closed, even if the allow list has them. */
  ownPorts: () => readonly number[];
  resolver: AddressResolver;
}

const maxFailures = 1000;
/** How long a failure is kept for `explain`. It is longer than the longest connect time-out. */
const rememberedMs = 30_000;

/** Names of this machine (RFC 6761, https://www.rfc-editor.org/rfc/rfc6761#section-6.3). */
const loopbackName = /(^|\.)localhost$/;

const unbracketed = (host: string) => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();

const destinationKey = (hostname: string, port: number) => {
  const host = canonicalHost(hostname);
  if (!host) return `${hostname.slice(0, 300)}:${port}`;
  return `${host.kind === 'name' ? host.name : host.address}:${port}`;
};

const isOwnAddress = (address: string): boolean => {
  const parsed = ipaddr.parse(canonicalAddress(address));
  // `unspecified` means 0.0.0.0/8 and ::. Of these, the kernel connects 0.0.0.0 and :: to this machine.
  if (['loopback', 'unspecified'].includes(parsed.range())) return true;
  return Object.values(networkInterfaces()).some((each) =>
    each?.some((own) => canonicalAddress(own.address.replace(/%.*$/, '')) === parsed.toString()),
  );
};

/**
 * Resolves a name once and judges each address. The caller connects to the returned addresses only: a second look-up
 * could answer differently (DNS rebinding).
 */
export class EgressGuard {
  readonly #options: EgressGuardOptions;
  readonly #failures = new LRUCache<string, EgressFailure>({ max: maxFailures, ttl: rememberedMs });

  constructor(options: EgressGuardOptions) {
    this.#options = options;
  }

  /**
   * Returns at least one address. Throws EgressRefused, or the signal's reason.
   *
   * Of a name with public and private addresses, only the public ones are returned. Refusing the name would guard
   * nothing more, and would break names that resolve differently inside a network.
   */
  async check(hostname: string, port: number, signal?: AbortSignal): Promise<readonly ResolvedAddress[]> {
    const bareHost = unbracketed(hostname);
    if (this.#isInternal(bareHost, port)) return [{ address: bareHost, family: familyOf(bareHost) }];
    const host = canonicalHost(hostname);
    if (!host) throw this.#refuse(hostname, port, new EgressRefused('blocked'));
    const name = host.kind === 'name' ? host.name : host.address;
    const addresses = await this.#resolve(name, port, signal);
    const openAddresses = addresses.filter(({ address }) => this.#isOpen(name, address, port));
    if (openAddresses.length === 0) throw this.#refuse(name, port, new EgressRefused('blocked'));
    return openAddresses;
  }

  /** Whether `check` certainly refuses the destination. Judges only the text of the host, without a look-up. */
  refuses(hostname: string, port: number): boolean {
    if (this.#isInternal(unbracketed(hostname), port)) return false;
    const host = canonicalHost(hostname);
    if (!host) return true;
    if (host.kind === 'address') return !this.#isOpen(host.address, host.address, port);
    return loopbackName.test(host.name) && !this.#isOpen(host.name, '127.0.0.1', port);
  }

  /**
   * Forgets why a destination failed, now that it was reached. `check` does not forget the reason: a browser tries
   * again at once, and the render asks for the reason later.
   */
  recordReached(hostname: string, port: number): void {
    this.#failures.delete(destinationKey(hostname, port));
  }

  recordUnreachable(hostname: string, port: number, why: 'unreachable' | UpstreamFailure = 'unreachable'): void {
    this.#failures.set(destinationKey(hostname, port), why);
  }

  /** Why this destination failed in the last 30 s. The browser itself reports no reason. */
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
    this.#failures.set(destinationKey(hostname, port), refusal.reason);
    return refusal;
  }

  /** True only if an entry of `internal` has the same text: another spelling of its address does not count. */
  #isInternal(bareHost: string, port: number): boolean {
    const { internal = [] } = this.#options;
    return isIP(bareHost) !== 0 && internal.some((each) => each.port === port && unbracketed(each.host) === bareHost);
  }

  #isOpen(hostname: string, address: string, port: number): boolean {
    if (this.#options.ownPorts().includes(port) && isOwnAddress(address)) return false;
    return isPublicAddress(address) || this.#options.allow.allows({ hostname, address, port });
  }
}

export const createEgressGuard = (options: EgressGuardOptions): EgressGuard => new EgressGuard(options);

const natsPort = 4222;

export interface OwnPortsOptions {
  /** Ports of our programs on this machine, except the next two. */
  ownPorts: readonly number[];
  privatePort: number;
  natsUrl: URL;
}

/** All ports of our programs. On this machine they stay closed, even if the administrator opens its address. */
export const closedPorts = ({ ownPorts, privatePort, natsUrl }: OwnPortsOptions): number[] => [
  ...ownPorts,
  privatePort,
  Number(natsUrl.port) || natsPort,
];
