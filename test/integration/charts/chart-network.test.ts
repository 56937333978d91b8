import assert from 'node:assert/strict';
import { BlockList, isIPv4 } from 'node:net';
import { describe, it } from 'node:test';
import { isPublicAddress } from '@tintype/runtime/testing';
import { type Manifest, renderChart } from '../../kit/charts/chart.js';

const bits = (address: string): number => (isIPv4(address) ? 32 : 128);

const numberOf = (address: string): bigint => {
  if (isIPv4(address)) return BigInt(`0x${address.split('.').map(hexByte).join('')}`);
  const [head = [], tail = []] = address.split('::').map((part) => (part ? part.split(':') : []));
  const zeros = Array<string>(address.includes('::') ? 8 - head.length - tail.length : 0).fill('0');
  return BigInt(`0x${[...head, ...zeros, ...tail].map((part) => part.padStart(4, '0')).join('')}`);
};

const hexByte = (byte: string): string => Number(byte).toString(16).padStart(2, '0');

const textOf = (value: bigint, isOld: boolean): string => {
  const digits = value.toString(16).padStart(isOld ? 8 : 32, '0');
  if (!isOld) return (digits.match(/.{4}/g) ?? []).join(':');
  return (digits.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)).join('.');
};

const edgesOf = (range: string): [bigint, bigint] => {
  const [address = '', length] = range.split('/');
  const first = numberOf(address);
  return [first, first + (1n << BigInt(bits(address) - Number(length))) - 1n];
};

interface Block {
  cidr: string;
  except: string[];
}

/** The address blocks that the policies allow: to browsers (each kind of pod), and to the api for storages. */
const blocksOf = (manifests: Manifest[]): Block[][] =>
  manifests
    .filter(({ kind, metadata }) => kind === 'NetworkPolicy' && /-(api|browser-node|sessions)$/.test(metadata.name))
    .map(({ spec }) =>
      spec.egress.flatMap(({ to = [] }: Manifest) => to.map(({ ipBlock }: Manifest) => ipBlock)).filter(isWide),
    );

const isWide = (block?: Block): boolean => ['0.0.0.0/0', '2000::/3'].includes(block?.cidr ?? '');

const blockList = (ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', length] = range.split('/');
    list.addSubnet(address, Number(length), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
};

/**
 * Addresses at which the answer may change. They are both sides of each range's edges, and of every 4,096th part of the
 * block.
 */
const samples = ({ cidr, except }: Block): string[] => {
  const [low, high] = edgesOf(cidr);
  const step = (high - low + 1n) >> 12n;
  const parts = Array.from({ length: 2 ** 12 }, (_, at) => low + BigInt(at) * step);
  const edges = [...parts, ...except.flatMap((range) => edgesOf(range))];
  const near = new Set(edges.flatMap((edge) => [edge - 1n, edge, edge + 1n]));
  return [...near].filter((value) => value >= low && value <= high).map((value) => textOf(value, cidr.includes('.')));
};

/** One address of each named range of the guard; a range may be smaller than a part. */
const named = [
  ...['168.63.129.16', '192.0.0.1', '192.0.2.1', '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.175.48.1'],
  ...['198.51.100.1', '203.0.113.1', '2001::1', '2001:2::1', '2001:3::1', '2001:4:112::1', '2001:10::1', '2001:20::1'],
  ...['2001:30::1', '2001:db8::1', '2002::1', '2620:4f:8000::1', '3ffe::1', '3fff::1'],
];

/** The egress rules of a component's policies: peers, keyed by their ports. */
const waysOut = async (component: string, ...set: string[]): Promise<Map<string, Manifest[] | undefined>> => {
  const policies = (await renderChart('existing', 'shots', ...set)).filter(({ kind }) => kind === 'NetworkPolicy');
  const { spec } = policies.find(({ metadata }) => metadata.name === `tintype-${component}`);
  return new Map(
    spec.egress.map(({ to, ports = [] }: Manifest) => [ports.map(({ port }: Manifest) => port).join(), to]),
  );
};

const leadsTo = (address: string, { to }: Manifest): boolean =>
  !to ||
  to.some(({ ipBlock }: Manifest) => {
    if (!ipBlock || ipBlock.cidr.includes(':')) return false;
    return blockList([ipBlock.cidr]).check(address) && !blockList(ipBlock.except ?? []).check(address);
  });

describe("the chart's policies for all pods", () => {
  it('allow the name server at the address of cloud metadata, and nothing else there', async () => {
    const policies = (await renderChart('default')).filter(({ kind }) => kind === 'NetworkPolicy');
    const speaking = policies.filter(({ metadata }) => metadata.name !== 'tintype-seccomp');
    assert.equal(speaking.length, 7);
    const names = ['UDP/53', 'TCP/53', 'UDP/5353', 'TCP/5353', 'UDP/8053', 'TCP/8053'];
    for (const { metadata, spec } of speaking) {
      const ways: Manifest[] = spec.egress.filter((way: Manifest) => leadsTo('169.254.169.254', way));
      const ports = ways.flatMap((way) =>
        way.ports.map(({ port, protocol = 'TCP' }: Manifest) => `${protocol}/${port}`),
      );
      // The API server may have any address.
      const others = ports.filter((port) => !names.includes(port) && !/443$/.test(port));
      assert.deepEqual([ports.slice(0, names.length), others], [names, []], metadata.name);
      if (/-(browser-node|sessions|nats)$/.test(metadata.name)) assert.deepEqual(ports, names, metadata.name);
    }
  });
});

describe("the chart's policies for programs", () => {
  it('allow an external NATS and store at their addresses only', async () => {
    const nats = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'messaging' } } }];
    for (const component of ['api', 'operator', 'browser-node', 'install'])
      assert.deepEqual((await waysOut(component)).get('4222'), nats, component);
    assert.deepEqual((await waysOut('api')).get('443,9000'), [{ ipBlock: { cidr: '198.18.7.0/24' } }]);
    assert.equal((await waysOut('operator')).has('443,9000'), false);
  });

  it('allow the API server at any address by default, but not for browsers', async () => {
    const ports = '443,6443,8443,16443';
    for (const component of ['api', 'operator', 'install']) {
      const ways = await waysOut(component);
      assert.ok(ways.has(ports), component);
      // Cilium's address rules exclude the nodes of the cluster.
      assert.equal(ways.get(ports), undefined, component);
    }
    const narrow = await waysOut('operator', '--set', 'networkPolicy.apiServer.cidrs={10.96.0.1/32}');
    assert.deepEqual(narrow.get(ports), [{ ipBlock: { cidr: '10.96.0.1/32' } }]);
    for (const manifests of await Promise.all(['default', 'ha', 'locked-down'].map((set) => renderChart(set))))
      for (const { metadata, spec } of manifests.filter(({ kind }) => kind === 'NetworkPolicy'))
        if (/-(browser-node|sessions|nats)$/.test(metadata.name))
          assert.ok(
            spec.egress.every(({ to }: Manifest) => to?.length > 0),
            metadata.name,
          );
  });

  it('allow any address at those ports by default', async () => {
    const out = await waysOut('api', '--set-json', 'networkPolicy.natsTo=[]', '--set-json', 'networkPolicy.s3To=[]');
    for (const ports of ['4222', '443,9000']) {
      assert.ok(out.has(ports));
      assert.equal(out.get(ports), undefined);
    }
  });
});

describe("the chart's policies for browsers", () => {
  it('deny what the guard refuses, and nothing else', async () => {
    const policies = blocksOf(await renderChart('default'));
    assert.equal(policies.length, 3);
    for (const blocks of policies) {
      assert.deepEqual(
        blocks.map(({ cidr }) => cidr),
        ['0.0.0.0/0', '2000::/3'],
      );
      const denied = blockList(blocks.flatMap(({ except }) => except));
      const isDenied = (address: string) => denied.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
      const asked = [...named, ...blocks.flatMap(samples)];
      assert.deepEqual(asked.filter((address) => isDenied(address) === isPublicAddress(address)).slice(0, 20), []);
    }
  });

  it('deny named addresses too', async () => {
    for (const blocks of blocksOf(await renderChart('locked-down'))) {
      const [ipv4, ipv6] = blocks;
      assert.ok(ipv4?.except.includes('203.0.114.0/24'));
      assert.ok(ipv6?.except.includes('2a00:1450:4001::/48'));
    }
  });
});
