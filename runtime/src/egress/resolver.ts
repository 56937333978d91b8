import { lookup, Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { atMost, race } from '../time/wait.js';
import { canonicalAddress, canonicalHost, familyOf } from './canonical-host.js';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

export interface AddressResolver {
  /** Returns at least one address. Throws ResolveFailed, or the signal's reason. */
  resolve: (hostname: string, signal?: AbortSignal) => Promise<readonly ResolvedAddress[]>;
}

export interface ResolverOptions {
  /** Each as `address[:port]`. Default: the servers in resolv.conf. */
  servers?: readonly string[];
  /** The limit for all tries of both families, and again for a system look-up. Default: 3 s. */
  timeoutMs?: number;
  /** How long answers are kept, by default 30 s; 0: not at all. Failures are kept 2 s at most. */
  cacheMs?: number;
  /** Whether a name may also be looked up in /etc/hosts and search domains. Default: no name. */
  isSystemName?: (hostname: string) => boolean;
  /** Looks up a system name if DNS servers do not answer it. Default: `dns.lookup`. */
  systemLookup?: (hostname: string) => Promise<readonly { address: string }[]>;
}

/** The name has no address, or no server answered in time. */
class ResolveFailed extends Error {
  override name = 'ResolveFailed';
}

type LookUpResult = { addresses: readonly ResolvedAddress[] } | { failure: ResolveFailed };

const defaults = {
  timeoutMs: 3000,
  /** One page opens many connections to one host. Browsers keep answers for 60 s. */
  cacheMs: 30_000,
  servers: undefined,
  isSystemName: () => false,
  systemLookup: (name: string) => lookup(name, { all: true }),
};
const failureCacheMs = 2000;
const cachedNames = 1000;
/** After the first family's answer, the other one gets 200 ms: some servers drop queries of unknown types. */
const otherFamilyMs = 200;
const tries = 3;

const loopback: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const isLocalhost = (name: string) => name === 'localhost' || name.endsWith('.localhost');

const resolvedAddress = (address: string): ResolvedAddress => {
  const canonical = canonicalAddress(address);
  return { address: canonical, family: familyOf(canonical) };
};

/**
 * Alternates families, IPv4 first. Most clusters have no IPv6 route: a first IPv6 address would cost 250 ms (dial.ts).
 */
const interleave = (v4: readonly string[], v6: readonly string[]): ResolvedAddress[] =>
  Array.from({ length: Math.max(v4.length, v6.length) }, (_, index) => [v4[index], v6[index]])
    .flat()
    .filter((address) => address !== undefined)
    .map(resolvedAddress);

/**
 * Asks c-ares for both families at once. Each look-up has its own resolver, so that a slow name blocks no other. A
 * resolver costs 20 µs. `dns.lookup` would block one of four libuv threads.
 */
const ask = async (name: string, timeoutMs: number, servers?: readonly string[]): Promise<ResolvedAddress[]> => {
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / tries), tries });
  if (servers) resolver.setServers(servers);
  let timer = setTimeout(() => resolver.cancel(), timeoutMs);
  const limitOtherFamily = (addresses: string[]) => {
    clearTimeout(timer);
    timer = setTimeout(() => resolver.cancel(), otherFamilyMs);
    return addresses;
  };
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(name).then(limitOtherFamily),
    resolver.resolve6(name).then(limitOtherFamily),
  ]);
  clearTimeout(timer);
  const found = interleave(v4.status === 'fulfilled' ? v4.value : [], v6.status === 'fulfilled' ? v6.value : []);
  if (found.length === 0) throw new ResolveFailed('The name does not resolve.', { cause: [v4, v6] });
  return found;
};

/**
 * Node's c-ares resolver reads neither /etc/hosts nor search domains. `dns.lookup` does, but may hold a libuv thread
 * without a limit. So it is only for names from settings, never for names from pages.
 */
const askSystem = async (
  name: string,
  { timeoutMs, systemLookup }: Pick<Required<ResolverOptions>, 'timeoutMs' | 'systemLookup'>,
): Promise<ResolvedAddress[]> => {
  const found = await atMost(timeoutMs, () => systemLookup(name));
  return found.map(({ address }) => resolvedAddress(address));
};

const asFailure = (cause: unknown): ResolveFailed =>
  cause instanceof ResolveFailed ? cause : new ResolveFailed('The name does not resolve.', { cause });

export const createResolver = (options: ResolverOptions = {}): AddressResolver => {
  const { servers, timeoutMs, cacheMs, isSystemName, systemLookup } = { ...defaults, ...options };
  const answers = new LRUCache<string, LookUpResult>({ max: cachedNames });
  const pendingLookUps = new Map<string, Promise<LookUpResult>>();

  const lookUpName = async (name: string): Promise<LookUpResult> => {
    try {
      const lookUp = ask(name, timeoutMs, servers);
      return {
        addresses: await (isSystemName(name)
          ? lookUp.catch(() => askSystem(name, { timeoutMs, systemLookup }))
          : lookUp),
      };
    } catch (error) {
      return { failure: asFailure(error) };
    }
  };

  const askOnce = async (name: string): Promise<LookUpResult> => {
    const found = await lookUpName(name);
    pendingLookUps.delete(name);
    const keepMs = 'failure' in found ? Math.min(failureCacheMs, cacheMs) : cacheMs;
    if (keepMs > 0) answers.set(name, found, { ttl: keepMs });
    return found;
  };

  const sharedLookUp = (name: string): Promise<LookUpResult> => {
    const pending = pendingLookUps.get(name) ?? askOnce(name);
    pendingLookUps.set(name, pending);
    return pending;
  };

  const resolve = async (hostname: string, signal?: AbortSignal): Promise<readonly ResolvedAddress[]> => {
    const host = canonicalHost(hostname);
    if (!host) throw new ResolveFailed('The text is not the host of a URL.');
    if (host.kind === 'address') return [{ address: host.address, family: host.family }];
    if (isLocalhost(host.name)) return loopback;
    const cached = answers.get(host.name);
    const found = cached ?? (await (signal ? race(sharedLookUp(host.name), signal) : sharedLookUp(host.name)));
    if ('failure' in found) throw found.failure;
    return found.addresses;
  };

  return { resolve };
};
