import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { canonicalAddress } from './canonical-host.js';

/** IPv4 addresses that ipaddr.js 2.5 wrongly counts as public. IPv6 needs no such list: see `globalUnicast`. */
const nonPublicIpv4 = [
  // Azure's host channel and DNS: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16/32',
].map((cidr) => ipaddr.parseCIDR(cidr));

/**
 * The only block of public IPv6 addresses (https://www.iana.org/assignments/ipv6-address-space). ipaddr.js answers
 * `unicast` also for addresses outside this block, if it has no name for their range: `::7f00:1`, `64:ff9b:2::`,
 * `4000::`.
 */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Returned to IANA; some networks still route it internally (https://www.rfc-editor.org/rfc/rfc3701). */
const formerTestNetwork = ipaddr.parseCIDR('3ffe::/16');

/** Whether the interface id holds an IPv4 address, to which a tunnel router would send the packets (RFC 5214). */
const isIsatap = (parts: readonly number[]) => ((parts[4] ?? 0) & 0xfdff) === 0 && parts[5] === 0x5efe;

const isPublicIpv6 = (address: ipaddr.IPv6) =>
  address.match(globalUnicast as [ipaddr.IPv6, number]) &&
  !address.match(formerTestNetwork as [ipaddr.IPv6, number]) &&
  !isIsatap(address.parts);

const isPublicIpv4 = (address: ipaddr.IPv4) =>
  !nonPublicIpv4.some((range) => address.match(range as [ipaddr.IPv4, number]));

/**
 * Whether an address is public. ipaddr.js names the special ranges (private, loopback, link-local, CGNAT, multicast,
 * NAT64, 6to4, Teredo …). An IPv4-mapped address is judged as IPv4.
 */
export const isPublicAddress = (ip: string): boolean => {
  // A zone id names an interface of this machine.
  if (!isIP(ip) || ip.includes('%')) return false;
  const address = ipaddr.parse(canonicalAddress(ip));
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv6 ? isPublicIpv6(address) : isPublicIpv4(address);
};
