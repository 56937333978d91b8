import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalAddress, canonicalHost } from './canonical-host.js';

const addresses: [string, string][] = [
  ['127.0.0.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['0x7f000001', '127.0.0.1'],
  ['017700000001', '127.0.0.1'],
  ['0177.0.0.01', '127.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['127.1', '127.0.0.1'],
  ['127.0.0.1.', '127.0.0.1'],
  ['%31%32%37.1', '127.0.0.1'],
  ['１２７.0.0.1', '127.0.0.1'],
  ['①②⑦.1', '127.0.0.1'],
  ['0', '0.0.0.0'],
  ['::1', '::1'],
  ['[0:0::1]', '::1'],
  ['[::ffff:127.0.0.1]', '127.0.0.1'],
  ['::ffff:7f00:1', '127.0.0.1'],
  ['[64:ff9b::10.0.0.1]', '64:ff9b::a00:1'],
];

for (const [host, address] of addresses) {
  test(`${host} is the address ${address}`, () => {
    assert.deepEqual(canonicalHost(host), { kind: 'address', address, family: address.includes(':') ? 6 : 4 });
  });
}

const names: [string, string][] = [
  ['Example.COM', 'example.com'],
  ['example.com.', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['under_score.example', 'under_score.example'],
  ['localhost', 'localhost'],
];

for (const [host, name] of names) {
  test(`${host} is the name ${name}`, () => assert.deepEqual(canonicalHost(host), { kind: 'name', name }));
}

const nothing = ['', '.', '[]', '[::1', '::1]', '[::1%25lo]', 'fe80::1%eth0', '256.1.1.1', '999999999999', '1.2.3.4.5'];
const notOnlyHosts = ['a/b', 'a?b', 'a#b', 'a@b', 'a\\b', 'a:80', '[::1]:80', 'a b', 'a\n', 'user@127.0.0.1'];

for (const host of [...nothing, ...notOnlyHosts]) {
  test(`${JSON.stringify(host)} is no host`, () => assert.equal(canonicalHost(host), undefined));
}

test('an IPv4-compatible address is not the IPv4 address inside', () => {
  assert.equal(canonicalAddress('::127.0.0.1'), '::7f00:1');
});
