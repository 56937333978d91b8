import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What a URL's host means once it is read as browsers read it. */
export type CanonicalHost = { kind: 'address'; address: string; family: 4 | 6 } | { kind: 'name'; name: string };

/** ipaddr.js 2.5 takes the IPv4-compatible `::8.8.8.8`, as c-ares writes it, for `::ffff:8.8.8.8`; not so in hex. */
const inHex = (address: string) => (isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address);

/** One spelling per address; IPv4 inside an IPv4-mapped IPv6 address comes out as IPv4, which is where it leads. */
export const canonicalAddress = (address: string): string => ipaddr.process(inHex(address)).toString();

export const familyOf = (address: string): 4 | 6 => (isIPv6(address) ? 6 : 4);

const bare = (host: string) => (host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host);

/** Anything that would end the host inside a URL, so that what is judged is all of what was given. */
const delimiters = /[/?#@\\\s]/;

const parsed = (host: string): string | undefined => {
  const inner = bare(host);
  if (inner === '' || delimiters.test(inner)) return undefined;
  const colon = inner.includes(':');
  // Zone ids and ports end here: neither is part of an IPv6 literal.
  if (colon && !isIPv6(inner)) return undefined;
  try {
    return bare(new URL(colon ? `http://[${inner}]` : `http://${inner}`).hostname);
  } catch {
    return undefined;
  }
};

/**
 * Reads a host as the WHATWG URL standard does: `0x7f.1`, `017700000001`, `2130706433` and `127.1` are all 127.0.0.1.
 * Undefined for what no URL accepts as a host, an IPv6 zone id for one.
 */
export const canonicalHost = (host: string): CanonicalHost | undefined => {
  const hostname = parsed(host);
  if (hostname === undefined) return undefined;
  if (isIP(hostname)) {
    const address = canonicalAddress(hostname);
    return { kind: 'address', address, family: familyOf(address) };
  }
  // The root's dot would make one name two.
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  return name === '' ? undefined : { kind: 'name', name };
};
