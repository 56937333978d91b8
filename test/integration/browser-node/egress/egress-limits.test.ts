import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createResolver } from '@tintype/runtime';
import { exchangeBytes, fetchThrough, openTunnel, startStage } from '../../../kit/egress/egress-stage.js';
import { type Origin, startOrigin } from '../../../kit/pages/origin.js';
import { until } from '../../../kit/until.js';

let origin: Origin;

before(async () => {
  origin = await startOrigin('127.0.0.2', 0, (_request, response) => response.end('answer'));
});

after(() => origin.close());

const authority = () => `127.0.0.2:${origin.port}`;
const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

test('connections above the limit end at once, are counted, and harm no other', async () => {
  await using stage = await startStage({ allow: '127.0.0.2', maxConnections: 2 });
  const tunnels = [await openTunnel(stage.proxy.port, authority()), await openTunnel(stage.proxy.port, authority())];
  assert.equal(await exchangeBytes(stage.proxy.port, request), '');
  assert.deepEqual(stage.outcomes, ['tunnel open', 'tunnel open', 'unread overload']);
  const [first, second] = tunnels.map(({ socket }) => socket);
  first?.write(request);
  assert.match(String(await once(first ?? assert.fail(), 'data')), /^HTTP\/1.1 200/);
  second?.destroy();
  await until(
    'there is room again',
    async () => (await fetchThrough(stage.proxy.port, `http://${authority()}/`)) !== undefined,
  );
  first?.destroy();
});

describe('a tunnel without a byte', () => {
  const idleMs = 400;

  test('ends after the idle time, on both sides', async () => {
    await using stage = await startStage({ allow: '127.0.0.2', idleMs });
    await until('no connection is left', () => origin.open.size === 0);
    const { socket } = await openTunnel(stage.proxy.port, authority());
    const start = performance.now();
    await once(socket.resume(), 'close');
    assert.ok(performance.now() - start >= idleMs - 50);
    await until('the upstream ends too', () => origin.open.size === 0);
  });

  test('one that is used does not', async () => {
    await using stage = await startStage({ allow: '127.0.0.2', idleMs });
    const { socket } = await openTunnel(stage.proxy.port, authority());
    for (let used = 0; used < 4; used += 1) {
      socket.write(request);
      await once(socket, 'data');
      await wait(idleMs / 2);
    }
    assert.equal(socket.closed, false);
    socket.destroy();
  });
});

describe('names that the machine itself knows', () => {
  const resolver = async (options: { known?: string[]; never?: true } = {}) => {
    const stage = await startStage();
    const asked: string[] = [];
    const systemLookup = async (name: string) => {
      asked.push(name);
      if (options.never) await new Promise(() => undefined);
      if (!options.known) throw new Error('ENOTFOUND');
      return options.known.map((address) => ({ address }));
    };
    const isSystemName = (name: string) => name === 'written.test';
    const servers = [stage.dns.address];
    const made = createResolver({ servers, timeoutMs: 500, cacheMs: 0, isSystemName, systemLookup });
    return { ...made, asked, dns: stage.dns, [Symbol.asyncDispose]: stage.close };
  };

  test('are asked if the name servers know nothing, with answers in canonical form', async () => {
    await using mine = await resolver({ known: ['10.1.2.3', '::ffff:10.1.2.4'] });
    const found = await mine.resolve('WRITTEN.test.');
    assert.deepEqual(
      found.map(({ address, family }) => [address, family]),
      [
        ['10.1.2.3', 4],
        ['10.1.2.4', 4],
      ],
    );
    assert.deepEqual(mine.asked, ['written.test']);
  });

  test('are not asked if the name servers answer', async () => {
    await using mine = await resolver({ known: ['10.1.2.3'] });
    mine.dns.set('written.test', { a: ['10.9.9.9'] });
    assert.equal((await mine.resolve('written.test'))[0]?.address, '10.9.9.9');
    assert.deepEqual(mine.asked, []);
  });

  test('are only those that the operator allowed', async () => {
    await using mine = await resolver({ known: ['10.1.2.3'] });
    await assert.rejects(mine.resolve('chosen-by-a-page.test'), { name: 'ResolveFailed' });
    assert.deepEqual(mine.asked, []);
  });

  for (const options of [{}, { never: true } as const]) {
    test(`fail in time when it ${'never' in options ? 'does not answer' : 'knows nothing'}`, async () => {
      await using mine = await resolver(options);
      await assert.rejects(mine.resolve('written.test'), { name: 'ResolveFailed' });
      assert.deepEqual(mine.asked, ['written.test']);
    });
  }
});
