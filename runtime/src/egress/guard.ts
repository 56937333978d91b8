import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { isPublicAddress } from './address-policy.js';
import type { AllowList } from './allow-list.js';
import { canonicalAddress, canonicalHost, familyOf } from './canonical-host.js';
import type { AddressResolver, ResolvedAddress } from './resolver.js';

/**
 * `unreachable`: allowed, but no answer. `upstream`: the account's proxy leads nowhere; `upstream-login`: it refuses
 * the login.
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
  /** Destinations that are open without the allow list, even if they are ours. */
  internal?: readonly { host: string; port: number }[];
  /** Ports of this machine's programs. */
  ownPorts: () => readonly number[];
  resolver: AddressResolver;
}

const rememberedFailures = 1000;
/** Longer than the longest connect time-out, so that the render can still ask for the failure afterwards. */
const rememberedMs = 30_000;

/** RFC 6761 (https://www.rfc-editor.org/rfc/rfc6761#section-6.3). */
const loopbackName = /(^|\.)localhost$/;

const unbracketed = (host: string) => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();

const destinationKey = (hostname: string, port: number) => {
  const host = canonicalHost(hostname);
  if (!host) return `${hostname.slice(0, 300)}:${port}`;
  return `${host.kind === 'name' ? host.name : host.address}:${port}`;
};

const isOwnAddress = (address: string): boolean => {
  const parsed = ipaddr.parse(canonicalAddress(address));
  // "This network" is 0.0.0.0/8. Of it, the kernel takes only 0.0.0.0 for itself; of IPv6, only ::.
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
  readonly #failures = new LRUCache<string, EgressFailure>({ max: rememberedFailures, ttl: rememberedMs });

  constructor(options: EgressGuardOptions) {
    this.#options = options;
  }

  /**
   * Returns at least one address. Throws EgressRefused, or the signal's reason.
   *
   * A name with public and private addresses keeps the public ones. To refuse it whole would guard nothing more. It
   * would break names that answer differently inside a network.
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

  /** Whether the destination is closed, as far as its text tells: `check` looks names up. */
  refuses(hostname: string, port: number): boolean {
    if (this.#isInternal(unbracketed(hostname), port)) return false;
    const host = canonicalHost(hostname);
    if (!host) return true;
    if (host.kind === 'address') return !this.#isOpen(host.address, host.address, port);
    return loopbackName.test(host.name) && !this.#isOpen(host.name, '127.0.0.1', port);
  }

  /**
   * Drops the failures of a destination that was reached. `check` keeps them: browsers try again at once, and then ask
   * why.
   */
  recordReached(hostname: string, port: number): void {
    this.#failures.delete(destinationKey(hostname, port));
  }

  recordUnreachable(hostname: string, port: number, why: 'unreachable' | UpstreamFailure = 'unreachable'): void {
    this.#failures.set(destinationKey(hostname, port), why);
  }

  /** Why this destination failed lately; the browser reports only a failed connection. */
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

  /** True only for the exact text of an exception, not for another spelling of its address. */
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

const natsPort = 4222;

export interface OwnPortsOptions {
  ownPorts: readonly number[];
  privatePort: number;
  natsUrl: URL;
}

/** Our own ports stay closed even if the administrator opens their address. */
export const knownPorts = ({ ownPorts, privatePort, natsUrl }: OwnPortsOptions): number[] => [
  ...ownPorts,
  privatePort,
  Number(natsUrl.port) || natsPort,
];
