import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './address-policy.js';

const open = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '2001:4860:4860::8888',
  '2606:4700::1111',
  '2a00:1450::1',
];

const refused: [string, string[]][] = [
  ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
  ['private', ['10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255']],
  ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
  ['link-local', ['169.254.0.1', 'fe80::1', 'febf::1']],
  [
    'metadata',
    ['169.254.169.254', '169.254.170.2', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254'],
  ],
  ['metadata by another way', ['fd20:ce::254', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::']],
  ['carrier-grade NAT', ['100.64.0.1', '100.127.255.255']],
  ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1']],
  ['broadcast', ['255.255.255.255']],
  ['reserved', ['192.0.0.1', '192.0.0.170', '192.88.99.1', '240.0.0.1', '254.255.255.255']],
  ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
  ['benchmarking', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
  ['unique local', ['fc00::1', 'fdff::1']],
  ['site-local', ['fec0::1', 'feff::1']],
  ['IPv4-mapped', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:0:0']],
  ['IPv4-compatible', ['::127.0.0.1', '::7f00:1', '::8.8.8.8']],
  ['IPv4-translated', ['::ffff:0:127.0.0.1', '::ffff:0:808:808']],
  ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:ffff::1', '64:ff9b:2::1']],
  ['6to4 and Teredo', ['2002:7f00:1::', '2002:808:808::1', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2']],
  ['ISATAP', ['2a00:1450::5efe:10.0.0.1', '2a00:1450::200:5efe:a00:1']],
  ['other special blocks', ['2001:10::1', '2001:20::1', '100::1', '5f00::1', '3ffe::1', '192.52.193.1']],
  ['never given out', ['100:0:0:1::1', '1::', '200::1', '4000::1', 'a000::1', 'e000::1']],
  ['zone ids', ['fe80::1%eth0', '::1%lo', '2001:4860:4860::8888%1']],
  ['no address', ['', 'localhost', '127.1', '2130706433', '0x7f.0.0.1', '[::1]', '1.1.1.1/32', '1.1.1.1 ']],
];

for (const address of open) {
  test(`${address} is public`, () => assert.equal(isPublicAddress(address), true));
}

for (const [kind, addresses] of refused) {
  for (const address of addresses) {
    test(`${kind}: ${address} is not public`, () => assert.equal(isPublicAddress(address), false));
  }
}
