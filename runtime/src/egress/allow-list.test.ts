import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAllowList } from './allow-list.js';

/** Allow list; host, address, port; whether it is open. */
const cases: [string, string, string, number, boolean][] = [
  ['', 'a.example', '10.0.0.1', 80, false],
  [' , ', 'a.example', '10.0.0.1', 80, false],
  ['10.0.0.1', '10.0.0.1', '10.0.0.1', 80, true],
  ['10.0.0.1', 'a.example', '10.0.0.1', 443, true],
  ['10.0.0.1', 'a.example', '10.0.0.2', 443, false],
  ['10.0.0.1:80', 'a.example', '10.0.0.1', 80, true],
  ['10.0.0.1:80', 'a.example', '10.0.0.1', 81, false],
  ['10.0.0.0/8', 'a.example', '10.255.0.1', 80, true],
  ['10.0.0.0/8', 'a.example', '11.0.0.1', 80, false],
  ['10.0.0.0/8:8080', 'a.example', '10.9.9.9', 8080, true],
  ['10.0.0.0/8:8080', 'a.example', '10.9.9.9', 80, false],
  ['0.0.0.0/0', 'a.example', '127.0.0.1', 80, true],
  ['0.0.0.0/0', 'a.example', '::1', 80, false],
  ['::1', '::1', '::1', 80, true],
  ['[::1]', '::1', '::1', 80, true],
  ['[::1]:80', '::1', '::1', 80, true],
  ['[::1]:80', '::1', '::1', 81, false],
  ['fd00::/8', 'a.example', 'fd12::1', 80, true],
  ['fd00::/8', 'a.example', 'fe80::1', 80, false],
  ['fd00::/8', 'a.example', '10.0.0.1', 80, false],
  ['[fd00::/8]:443', 'a.example', 'fd12::1', 443, true],
  ['[fd00::/8]:443', 'a.example', 'fd12::1', 80, false],
  ['::/0', 'a.example', '127.0.0.1', 80, false],
  ['a.example', 'a.example', '10.0.0.1', 80, true],
  ['a.example', 'b.a.example', '10.0.0.1', 80, false],
  ['a.example', 'a.example.evil.example', '10.0.0.1', 80, false],
  ['A.Example.', 'a.example', '10.0.0.1', 80, true],
  ['bücher.example', 'xn--bcher-kva.example', '10.0.0.1', 80, true],
  ['a.example:80', 'a.example', '10.0.0.1', 80, true],
  ['a.example:80', 'a.example', '10.0.0.1', 8080, false],
  ['*.a.example', 'b.a.example', '10.0.0.1', 80, true],
  ['*.a.example', 'c.b.a.example', '10.0.0.1', 80, true],
  ['*.a.example', 'a.example', '10.0.0.1', 80, false],
  ['*.a.example', 'xa.example', '10.0.0.1', 80, false],
  ['*.a.example:81', 'b.a.example', '10.0.0.1', 80, false],
  ['b.example, 10.0.0.1', 'a.example', '10.0.0.1', 80, true],
];

for (const [list, hostname, address, port, open] of cases) {
  test(`"${list}" ${open ? 'opens' : 'leaves'} ${hostname} ${address} ${port}`, () => {
    assert.equal(parseAllowList(list).allows({ hostname, address, port }), open);
  });
}

const bad = [
  ...[
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '127.1',
    '0x7f.1',
    '256.0.0.1',
    'fd00::/129',
    'fe80::1%eth0',
  ],
  ...[
    '[fe80::1%eth0]:80',
    '::ffff:10.0.0.1',
    '[fd00::/8',
    '[10.0.0.1]x',
    'a.example:0',
    'a.example:65536',
    'a.example:x',
  ],
  ...[
    '*',
    '*.',
    'a.*.example',
    '**.example',
    'http://a.example',
    'a.example/path',
    'user@a.example',
    'a b',
    '10.0.0.1:99999',
  ],
];

for (const entry of bad) {
  test(`${entry} is no entry`, () => {
    const says = (error: Error) =>
      error.message.endsWith(`, not "${entry}"`) && error.message.includes('10.0.0.0/8:8080');
    assert.throws(() => parseAllowList(`1.2.3.4, ${entry}`), says);
  });
}

test('names without a wildcard may use the resolver of the system', () => {
  const list = parseAllowList('a.example:80, *.b.example, 10.0.0.1');
  const asked = ['a.example', 'b.example', 'x.b.example', '10.0.0.1'].filter(list.hasName);
  assert.deepEqual(asked, ['a.example']);
});
