import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { canonicalAddress } from './canonical-host.js';

/**
 * What ipaddr.js 2.5 calls unicast, or by a name that does not show it, and what is no public host all the same.
 * IPv6 needs no such list: see `globalUnicast`.
 */
const notPublic = [
  // Azure's host channel and DNS, from inside any of its machines:
  // https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16/32',
].map((cidr) => ipaddr.parseCIDR(cidr));

/**
 * IANA gives out addresses from this block only (https://www.iana.org/assignments/ipv6-address-space). ipaddr.js
 * answers `unicast` for everything it has no name for: IPv4-compatible `::7f00:1`, `64:ff9b:2::`, `4000::`.
 */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Returned to IANA; whoever still routes it uses it inside (https://www.rfc-editor.org/rfc/rfc3701). */
const formerTestNetwork = ipaddr.parseCIDR('3ffe::/16');

/** Addresses that a tunnel router inside takes apart: RFC 5214 puts an IPv4 address behind this interface id. */
const isIsatap = (parts: readonly number[]) => ((parts[4] ?? 0) & 0xfdff) === 0 && parts[5] === 0x5efe;

const isPublicIpv6 = (address: ipaddr.IPv6) =>
  address.match(globalUnicast as [ipaddr.IPv6, number]) &&
  !address.match(formerTestNetwork as [ipaddr.IPv6, number]) &&
  !isIsatap(address.parts);

const isPublicIpv4 = (address: ipaddr.IPv4) =>
  !notPublic.some((range) => address.match(range as [ipaddr.IPv4, number]));

/**
 * Whether an address is a host on the public internet. Everything else is refused: special ranges by ipaddr.js
 * (private, loopback, link-local, CGNAT, multicast, documentation, benchmarking, NAT64, 6to4, Teredo …), the rest here.
 * An IPv4-mapped address is judged by the address inside it.
 */
export const isPublicAddress = (ip: string): boolean => {
  // A zone id names an interface of this machine.
  if (!isIP(ip) || ip.includes('%')) return false;
  const address = ipaddr.parse(canonicalAddress(ip));
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv6 ? isPublicIpv6(address) : isPublicIpv4(address);
};
