import { networkInterfaces } from 'node:os';
import type { DnsReply } from '../egress/dns-server.js';

/** Hosts that the proxy refuses for every client, by notation. */
export const forbiddenLiterals: readonly (readonly [form: string, hosts: readonly string[]])[] = [
  ['dotted', ['127.0.0.1', '127.0.0.1.', '127.255.255.254']],
  ['decimal', ['2130706433', '0']],
  ['octal', ['017700000001', '0177.0.0.01']],
  ['hexadecimal', ['0x7f000001', '0x7f.1']],
  ['short', ['127.1', '127.0.1']],
  ['percent-encoded', ['%31%32%37.1']],
  ['address of nothing', ['0.0.0.0', '[::]']],
  ['name of this machine', ['localhost', 'LOCALHOST.', 'a.localhost']],
  ['IPv6', ['[::1]', '[0:0:0:0:0:0:0:1]']],
  ['IPv4-mapped IPv6', ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:169.254.169.254]']],
  ['IPv4-compatible and translated IPv6', ['[::127.0.0.1]', '[::ffff:0:7f00:1]']],
  ['NAT64 IPv6', ['[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]']],
  ['6to4 and Teredo', ['[2002:7f00:1::]', '[2001:0:7f00:1::]']],
  ['zone id', ['[::1%25lo]', '[fe80::1%25lo]']],
  ['metadata of clouds', ['169.254.169.254', '[fd00:ec2::254]']],
  ['private, shared, multicast', ['10.0.0.1', '100.64.0.1', '224.0.0.1']],
];

export const ownAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).map(({ address, family }) => (family === 'IPv6' ? `[${address.replace(/%.*/, '')}]` : address)),
  );

/** Names with forbidden addresses only. */
export const forbiddenNames: readonly (readonly [name: string, reply: DnsReply])[] = [
  ['loopback.test', { a: ['127.0.0.1'] }],
  ['loopback6.test', { aaaa: ['::1'] }],
  ['mapped.test', { aaaa: ['::ffff:127.0.0.1'] }],
  ['compatible.test', { aaaa: ['::127.0.0.1'] }],
  ['nat64.test', { aaaa: ['64:ff9b::7f00:1'] }],
  ['several.test', { a: ['127.0.0.1', '10.0.0.1', '0.0.0.0'], aaaa: ['::1', '::', 'fd00::1'] }],
  ['metadata.test', { a: ['169.254.169.254'] }],
];

/** The check sees one address and the connection another. Each is a test of the proxy. */
export const rebindings = {
  tunnel: 'between check and connect, by CONNECT',
  request: 'between check and connect, by a request',
  kept: 'between requests of a kept connection',
} as const;

/** Further attacks on our own calls. Each is a test. */
export const attacksOnCalls = {
  rebinding: 'between check and connect, and between calls',
  redirects: 'to a literal, by 301, 302, 303, 307 and 308',
} as const;
