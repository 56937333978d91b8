import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { canonicalHost } from './canonical-host.js';

/** One address of a host, and a port. */
export interface HostAddress {
  /** In the form of `canonicalHost`: lower case, no trailing dot, no brackets. */
  hostname: string;
  /** In the form of `canonicalAddress`. */
  address: string;
  port: number;
}

export interface AllowList {
  /** Whether the administrator opened this destination. */
  allows: (destination: HostAddress) => boolean;
  /** Whether the list has this name, not only a wildcard for it. */
  hasName: (hostname: string) => boolean;
}

type Entry = { matches: (destination: HostAddress) => boolean; name?: string };

/** Completes a message that starts with "TINTYPE_EGRESS_ALLOW takes". */
const acceptedEntries =
  'entries between commas: addresses, CIDRs or host names, with or without a port ' +
  '(10.1.2.3, 10.0.0.0/8:8080, fd00::/8, [fd00::/8]:443, intranet.example, *.intranet.example:8443)';

const invalid = (entry: string) => new Error(`${acceptedEntries}, not "${entry}"`);

const splitPort = (entry: string): { host: string; port: string | undefined } => {
  const bracketed = /^\[([^\]]*)\](?::(\d+))?$/.exec(entry);
  if (bracketed) return { host: bracketed[1] ?? '', port: bracketed[2] };
  // A host with two or more colons is an IPv6 address. Without brackets, no port follows it.
  const plain = /^([^:]+):(\d+)$/.exec(entry);
  return plain ? { host: plain[1] ?? '', port: plain[2] } : { host: entry, port: undefined };
};

/** The range of an address or CIDR. Undefined for all else, IPv4-mapped addresses and zone ids included. */
const rangeOf = (host: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined => {
  const [address = '', bits, ...rest] = host.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return undefined;
  const maxPrefix = family === 6 ? 128 : 32;
  const prefix = bits === undefined ? maxPrefix : Number(bits);
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || prefix > maxPrefix)) return undefined;
  const parsed = ipaddr.parse(address);
  // A range of IPv4-mapped addresses would match nothing: such destinations are compared as IPv4.
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) return undefined;
  return [parsed, prefix];
};

const rangeEntry = (base: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): Entry => ({
  matches: ({ address }) => {
    const parsed = ipaddr.parse(address);
    return parsed.kind() === base.kind() && parsed.match(base, prefix);
  },
});

const hostEntry = (host: string): Entry | undefined => {
  const isWildcard = host.startsWith('*.');
  const canonical = canonicalHost(isWildcard ? host.slice(2) : host);
  if (canonical?.kind !== 'name' || canonical.name.includes('*')) return undefined;
  const { name } = canonical;
  if (isWildcard) return { matches: ({ hostname }) => hostname.endsWith(`.${name}`) };
  return { name, matches: ({ hostname }) => hostname === name };
};

const parseEntry = (text: string): Entry => {
  const { host, port } = splitPort(text);
  const portNumber = Number(port);
  if (port !== undefined && (portNumber < 1 || portNumber > 65_535)) throw invalid(text);
  const range = rangeOf(host);
  const looksLikeAddress = host.includes('/') || host.includes('%') || isIPv6(host);
  const entry = range ? rangeEntry(...range) : looksLikeAddress ? undefined : hostEntry(host);
  if (!entry) throw invalid(text);
  return port === undefined
    ? entry
    : { ...entry, matches: (destination) => destination.port === portNumber && entry.matches(destination) };
};

/**
 * Reads `TINTYPE_EGRESS_ALLOW`: `CIDR|host[:port]` between commas. A host entry allows every address of its name; `*.`
 * stands for one or more labels. Throws at the first bad entry.
 */
export const parseAllowList = (text: string): AllowList => {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseEntry);
  const names = new Set(entries.flatMap(({ name }) => name ?? []));
  return {
    allows: (destination) => entries.some(({ matches }) => matches(destination)),
    hasName: (hostname) => names.has(hostname),
  };
};
