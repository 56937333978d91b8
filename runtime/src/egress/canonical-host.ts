import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type CanonicalHost = { kind: 'address'; address: string; family: 4 | 6 } | { kind: 'name'; name: string };

/** ipaddr.js 2.5 reads `::8.8.8.8`, as c-ares writes it, as `::ffff:8.8.8.8`; not in hex. */
const inHex = (address: string) => (isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address);

/** One spelling per address; an IPv4-mapped address becomes IPv4. */
export const canonicalAddress = (address: string): string => ipaddr.process(inHex(address)).toString();

export const familyOf = (address: string): 4 | 6 => (isIPv6(address) ? 6 : 4);

const bare = (host: string) => (host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host);

/** These characters would end the host inside a URL. */
const delimiters = /[/?#@\\\s]/;

const parsed = (host: string): string | undefined => {
  const inner = bare(host);
  if (inner === '' || delimiters.test(inner)) return undefined;
  const colon = inner.includes(':');
  // An IPv6 literal has no zone id and no port.
  if (colon && !isIPv6(inner)) return undefined;
  try {
    return bare(new URL(colon ? `http://[${inner}]` : `http://${inner}`).hostname);
  } catch {
    return undefined;
  }
};

/**
 * Reads a host as the WHATWG URL standard does: `0x7f.1`, `017700000001`, `2130706433` and `127.1` are all 127.0.0.1.
 * Undefined if no URL accepts it, as with an IPv6 zone id.
 */
export const canonicalHost = (host: string): CanonicalHost | undefined => {
  const hostname = parsed(host);
  if (hostname === undefined) return undefined;
  if (isIP(hostname)) {
    const address = canonicalAddress(hostname);
    return { kind: 'address', address, family: familyOf(address) };
  }
  // The root's dot does not make another name.
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  return name === '' ? undefined : { kind: 'name', name };
};
