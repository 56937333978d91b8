import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type CanonicalHost = { kind: 'address'; address: string; family: 4 | 6 } | { kind: 'name'; name: string };

/**
 * c-ares writes `::8.8.8.8`, which ipaddr.js 2.5 reads as `::ffff:8.8.8.8`. In hex, ipaddr.js reads the same address
 * correctly.
 */
const inHex = (address: string) => (isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address);

/** The one spelling of an address. An IPv4-mapped address becomes IPv4. Throws if the text is not an address. */
export const canonicalAddress = (address: string): string => ipaddr.process(inHex(address)).toString();

export const familyOf = (address: string): 4 | 6 => (isIPv6(address) ? 6 : 4);

const withoutBrackets = (host: string) => (host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host);

/** These characters would end the host inside a URL. */
const delimiters = /[/?#@\\\s]/;

const parseHost = (host: string): string | undefined => {
  const inner = withoutBrackets(host);
  if (inner === '' || delimiters.test(inner)) return undefined;
  const hasColon = inner.includes(':');
  // A colon is allowed only in an IPv6 address, not before a port.
  if (hasColon && !isIPv6(inner)) return undefined;
  try {
    return withoutBrackets(new URL(hasColon ? `http://[${inner}]` : `http://${inner}`).hostname);
  } catch {
    return undefined;
  }
};

/**
 * Reads a host as the WHATWG URL standard does: `0x7f.1`, `017700000001`, `2130706433` and `127.1` are all 127.0.0.1.
 * Undefined if no URL accepts it, as with an IPv6 zone id.
 */
export const canonicalHost = (host: string): CanonicalHost | undefined => {
  const hostname = parseHost(host);
  if (hostname === undefined) return undefined;
  if (isIP(hostname)) {
    const address = canonicalAddress(hostname);
    return { kind: 'address', address, family: familyOf(address) };
  }
  // A trailing dot, which stands for the root, does not make another name.
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  return name === '' ? undefined : { kind: 'name', name };
};
