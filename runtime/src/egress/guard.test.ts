import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { parseAllowList } from './allow-list.js';
import { canonicalHost, familyOf } from './canonical-host.js';
import { closedPorts, createEgressGuard, type EgressGuardOptions, EgressRefused } from './guard.js';
import { createResolver } from './resolver.js';

const answers: Record<string, string[]> = {
  'public.example': ['93.184.215.14', '2606:2800:21f::1'],
  'private.example': ['10.0.0.1'],
  'private6.example': ['fd00::1', '::1'],
  'mixed.example': ['10.0.0.1', '93.184.215.14', 'fd00::1', '::ffff:127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'loopback.example': ['127.0.0.1'],
};

const resolver = {
  resolve: async (hostname: string) => {
    const host = canonicalHost(hostname);
    const found = host?.kind === 'address' ? [host.address] : answers[hostname];
    if (!found) throw new Error('no such name');
    return found.map((address) => ({ address, family: familyOf(address) }));
  },
};

const guardOf = (options: Partial<Omit<EgressGuardOptions, 'allow'>> & { allow?: string } = {}) =>
  createEgressGuard({ ownPorts: () => [], resolver, ...options, allow: parseAllowList(options.allow ?? '') });

const judge = async (guard: ReturnType<typeof guardOf>, hostname: string, port: number) => {
  try {
    return (await guard.check(hostname, port)).map(({ address }) => address).join(' ');
  } catch (error) {
    assert.ok(error instanceof EgressRefused);
    assert.doesNotMatch(error.message, /\d|fd00|::/, 'the message names no address');
    assert.equal(guard.explain(hostname, port), error.reason);
    return error.reason;
  }
};

const everything = '0.0.0.0/0, ::/0, *.example';
const ownAddresses = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);

/** Allow list, host, port; then the addresses or the reason for none. */
const cases: [string, string, number, string][] = [
  ['', 'public.example', 443, '93.184.215.14 2606:2800:21f::1'],
  ['', '1.1.1.1', 80, '1.1.1.1'],
  ['', '[2606:4700::1111]', 443, '2606:4700::1111'],
  ['', 'private.example', 443, 'blocked'],
  ['', 'private6.example', 443, 'blocked'],
  ['', 'metadata.example', 80, 'blocked'],
  ['', 'mixed.example', 443, '93.184.215.14'],
  ['', 'missing.example', 443, 'dns'],
  ['', '127.0.0.1', 80, 'blocked'],
  ['', '2130706433', 80, 'blocked'],
  ['', '0x7f.1', 80, 'blocked'],
  ['', '0177.1', 80, 'blocked'],
  ['', '127.1', 80, 'blocked'],
  ['', '0', 80, 'blocked'],
  ['', '[::1]', 80, 'blocked'],
  ['', '[::ffff:127.0.0.1]', 80, 'blocked'],
  ['', '[64:ff9b::127.0.0.1]', 80, 'blocked'],
  ['', '[fe80::1%25eth0]', 80, 'blocked'],
  ['', 'user@1.1.1.1', 80, 'blocked'],
  ['private.example', 'private.example', 443, '10.0.0.1'],
  ['private.example:80', 'private.example', 443, 'blocked'],
  ['10.0.0.0/8', 'private.example', 443, '10.0.0.1'],
  ['10.0.0.0/8', 'mixed.example', 443, '10.0.0.1 93.184.215.14'],
  ['127.0.0.1', '[::ffff:127.0.0.1]', 80, '127.0.0.1'],
  [everything, '127.0.0.1', 80, '127.0.0.1'],
  [everything, '127.0.0.1', 9999, 'blocked'],
  [everything, '127.8.8.8', 9999, 'blocked'],
  [everything, '2130706433', 9999, 'blocked'],
  [everything, '0.0.0.0', 9999, 'blocked'],
  [everything, '[::]', 9999, 'blocked'],
  [everything, '[::1]', 9999, 'blocked'],
  [everything, '[::ffff:127.0.0.1]', 9999, 'blocked'],
  [everything, 'loopback.example', 9999, 'blocked'],
  [everything, 'private.example', 9999, '10.0.0.1'],
  ...ownAddresses.map((address): [string, string, number, string] => [everything, address, 9999, 'blocked']),
];

for (const [allow, hostname, port, expected] of cases) {
  test(`"${allow}" ${hostname} ${port}: ${expected}`, async () => {
    assert.equal(await judge(guardOf({ allow, ownPorts: () => [9999] }), hostname, port), expected);
  });
}

test('refuses what needs no look-up: addresses and loopback names', () => {
  const refused = (hostname: string, port = 443, allow = '') =>
    guardOf({ allow, internal, ownPorts: () => [9999] }).refuses(hostname, port);
  for (const hostname of ['10.0.0.1', '127.1', '[::1]', '169.254.169.254', 'localhost', 'a.localhost.', '%'])
    assert.ok(refused(hostname), hostname);
  for (const hostname of ['1.1.1.1', 'public.example', 'private.example', 'localhost.example'])
    assert.ok(!refused(hostname), hostname);
  assert.deepEqual(
    [refused('127.0.0.1', 7000), refused('10.0.0.1', 443, '10.0.0.0/8'), refused('127.0.0.1', 9999, everything)],
    [false, false, true],
  );
});

const internal = [
  { host: '127.0.0.1', port: 7000 },
  { host: '[::1]', port: 7001 },
];

/** One spelling of one address on one port. */
const exceptions: [string, number, string][] = [
  ['127.0.0.1', 7000, '127.0.0.1'],
  ['[::1]', 7001, '::1'],
  ['127.0.0.1', 7001, 'blocked'],
  ['[::1]', 7000, 'blocked'],
  ['127.0.0.1', 7002, 'blocked'],
  ['127.0.0.2', 7000, 'blocked'],
  ['127.1', 7000, 'blocked'],
  ['2130706433', 7000, 'blocked'],
  ['[::ffff:127.0.0.1]', 7000, 'blocked'],
  ['loopback.example', 7000, 'blocked'],
  ['localhost', 7000, 'dns'],
];

for (const [hostname, port, expected] of exceptions) {
  test(`internal ${hostname} ${port}: ${expected}`, async () => {
    assert.equal(await judge(guardOf({ internal, ownPorts: () => [7000, 7001] }), hostname, port), expected);
  });
}

test('a name is never an internal exception', async () => {
  const guard = guardOf({ internal: [{ host: 'loopback.example', port: 7000 }] });
  assert.equal(await judge(guard, 'loopback.example', 7000), 'blocked');
});

test('the guard asks for own ports at each check', async () => {
  let ports: number[] = [];
  const guard = guardOf({ allow: everything, ownPorts: () => ports });
  assert.equal(await judge(guard, '127.0.0.1', 9999), '127.0.0.1');
  ports = [9999];
  assert.equal(await judge(guard, '127.0.0.1', 9999), 'blocked');
});

test('a failure is remembered under the canonical host, until the host answers', async () => {
  const guard = guardOf();
  await judge(guard, '127.1', 80);
  assert.equal(guard.explain('127.0.0.1', 80), 'blocked');
  assert.equal(guard.explain('127.0.0.1', 81), undefined);
  guard.recordUnreachable('Public.example.', 443);
  await judge(guard, 'public.example', 443);
  assert.equal(guard.explain('public.example', 443), 'unreachable');
  guard.recordReached('public.example', 443);
  assert.equal(guard.explain('public.example', 443), undefined);
});

test('a caller that left does not count as a failure of the host', async () => {
  const signal = AbortSignal.abort(new Error('left'));
  const guard = guardOf({ resolver: { resolve: () => Promise.reject(signal.reason) } });
  await assert.rejects(guard.check('public.example', 80, signal), /left/);
  assert.equal(guard.explain('public.example', 80), undefined);
});

const natsUrls: [string, number][] = [
  ['nats://127.0.0.1:4333', 4333],
  ['nats://127.0.0.1', 4222],
  ['tls://user:secret@[::1]', 4222],
];

for (const [url, port] of natsUrls) {
  test(`${url}: a page does not reach NATS although loopback is allowed`, async () => {
    const ports = closedPorts({ ownPorts: [8080], privatePort: 9090, natsUrl: new URL(url) });
    const allow = parseAllowList('127.0.0.0/8, ::1/128');
    const guard = createEgressGuard({ allow, ownPorts: () => ports, resolver: createResolver() });
    for (const own of [8080, 9090, port]) {
      await assert.rejects(guard.check('127.0.0.1', own), { reason: 'blocked' });
      await assert.rejects(guard.check('localhost', own), { reason: 'blocked' });
    }
    assert.ok(await guard.check('127.0.0.1', 5000));
  });
}

test('remembers the last 1,000 failures', () => {
  const guard = guardOf();
  for (let port = 1; port <= 1001; port += 1) guard.recordUnreachable('public.example', port);
  const remembered = [1, 2, 1001].map((port) => guard.explain('public.example', port));
  assert.deepEqual(remembered, [undefined, 'unreachable', 'unreachable']);
});
