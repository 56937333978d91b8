import { lookup, Resolver } from 'node:dns/promises';
import { atMost, raceSignal } from '../time/wait.js';
import { BoundedCache } from './bounded-cache.js';
import { canonicalAddress, canonicalHost, familyOf } from './canonical-host.js';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

export interface AddressResolver {
  /** At least one address, or it throws: ResolveFailed, or the signal's reason. */
  resolve: (hostname: string, signal?: AbortSignal) => Promise<readonly ResolvedAddress[]>;
}

export interface ResolverOptions {
  /** `address[:port]`; the machine's own (resolv.conf) by default. */
  servers?: readonly string[];
  /** For a whole look-up, retries and both families included. */
  timeoutMs?: number;
  /** How long an answer is used again; 0: never. */
  cacheMs?: number;
  /** Names that the machine itself may know (/etc/hosts, search domains). None by default. */
  systemNames?: (hostname: string) => boolean;
  /** What the machine itself answers: `dns.lookup` by default. */
  systemLookup?: (hostname: string) => Promise<readonly { address: string }[]>;
}

/** The name has no address, or nobody answered in time. */
export class ResolveFailed extends Error {
  override name = 'ResolveFailed';
}

type Answer = { addresses: readonly ResolvedAddress[] } | { failure: ResolveFailed };

const defaults = {
  timeoutMs: 3000,
  /** One page opens many connections to one host. Browsers keep answers for 60 s. */
  cacheMs: 30_000,
  servers: undefined,
  systemNames: () => false,
  systemLookup: (name: string) => lookup(name, { all: true }),
};
const failureCacheMs = 2000;
const cachedNames = 1000;
/** Once one family has answered, how long the other is waited for: some servers drop what they don't know. */
const otherFamilyMs = 200;
const tries = 3;

const loopback: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const isLocalhost = (name: string) => name === 'localhost' || name.endsWith('.localhost');

const resolved = (address: string): ResolvedAddress => {
  const canonical = canonicalAddress(address);
  return { address: canonical, family: familyOf(canonical) };
};

/** IPv4 first: most clusters have no way out by IPv6, and a connection would lose its head start there. */
const interleave = (v4: readonly string[], v6: readonly string[]): ResolvedAddress[] =>
  Array.from({ length: Math.max(v4.length, v6.length) }, (_, index) => [v4[index], v6[index]])
    .flat()
    .filter((address) => address !== undefined)
    .map(resolved);

/**
 * Both families at once, by c-ares. A channel of its own for each look-up costs 20 µs: a name whose servers are slow
 * shares no socket, queue or retry with anybody, and `cancel` ends this look-up alone. `dns.lookup` would take one of
 * four libuv threads, for as long as the slowest name wants.
 */
const ask = async (name: string, timeoutMs: number, servers?: readonly string[]): Promise<ResolvedAddress[]> => {
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / tries), tries });
  if (servers) resolver.setServers(servers);
  let timer = setTimeout(() => resolver.cancel(), timeoutMs);
  const hurry = (addresses: string[]) => {
    clearTimeout(timer);
    timer = setTimeout(() => resolver.cancel(), otherFamilyMs);
    return addresses;
  };
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name).then(hurry), resolver.resolve6(name).then(hurry)]);
  clearTimeout(timer);
  const found = interleave(v4.status === 'fulfilled' ? v4.value : [], v6.status === 'fulfilled' ? v6.value : []);
  if (found.length === 0) throw new ResolveFailed('The name does not resolve.', { cause: [v4, v6] });
  return found;
};

/**
 * c-ares asks name servers only. Names of /etc/hosts and of a cluster's search domains are known to `dns.lookup` alone,
 * which takes a libuv thread without a time limit: so it is asked for names that the operator wrote down, and for no
 * name that a page could choose.
 */
const askSystem = async (
  name: string,
  { timeoutMs, systemLookup }: Pick<Required<ResolverOptions>, 'timeoutMs' | 'systemLookup'>,
): Promise<ResolvedAddress[]> => {
  const found = await atMost(timeoutMs, () => systemLookup(name));
  return found.map(({ address }) => resolved(address));
};

const asFailure = (cause: unknown): ResolveFailed =>
  cause instanceof ResolveFailed ? cause : new ResolveFailed('The name does not resolve.', { cause });

/** A resolver of our own: bounded in time, nobody waits for another's name, answers kept for a short while. */
export const createResolver = (options: ResolverOptions = {}): AddressResolver => {
  const { servers, timeoutMs, cacheMs, systemNames, systemLookup } = { ...defaults, ...options };
  const answers = new BoundedCache<Answer>(cachedNames);
  const asking = new Map<string, Promise<Answer>>();

  const answer = async (name: string): Promise<Answer> => {
    try {
      const asked = ask(name, timeoutMs, servers);
      return {
        addresses: await (systemNames(name) ? asked.catch(() => askSystem(name, { timeoutMs, systemLookup })) : asked),
      };
    } catch (error) {
      return { failure: asFailure(error) };
    }
  };

  const askOnce = async (name: string): Promise<Answer> => {
    const found = await answer(name);
    asking.delete(name);
    const keepMs = 'failure' in found ? Math.min(failureCacheMs, cacheMs) : cacheMs;
    if (keepMs > 0) answers.set(name, found, keepMs);
    return found;
  };

  const shared = (name: string): Promise<Answer> => {
    const under = asking.get(name) ?? askOnce(name);
    asking.set(name, under);
    return under;
  };

  const resolve = async (hostname: string, signal?: AbortSignal): Promise<readonly ResolvedAddress[]> => {
    const host = canonicalHost(hostname);
    if (!host) throw new ResolveFailed('That is no host of a URL.');
    if (host.kind === 'address') return [{ address: host.address, family: host.family }];
    if (isLocalhost(host.name)) return loopback;
    const known = answers.get(host.name);
    const found = known ?? (await (signal ? raceSignal(shared(host.name), signal) : shared(host.name)));
    if ('failure' in found) throw found.failure;
    return found.addresses;
  };

  return { resolve };
};
