import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TimeoutError } from '@tintype/runtime';
import { reconcileFixture } from '../../fixtures/reconcile-fixture.js';
import { type ActivateOrder, NoProxy } from '../pass/dependencies.js';

const url = 'http://user:secret@proxy.example:3128';

/** A session with its account's proxy. */
const proxied = async (proxyOf: () => Promise<string>, spec = { proxy: true }) => {
  const stage = await reconcileFixture({ session: { spec }, dependencies: { proxies: { proxyOf } } });
  const { activate } = stage.dependencies.agent;
  const orders: ActivateOrder[] = [];
  stage.dependencies.agent.activate = (pod, order) => {
    orders.push(order);
    return activate(pod, order);
  };
  return { ...stage, orders };
};

describe('a session that is to go through the proxy of its account', () => {
  it('is opened with the proxy’s URL', async () => {
    const { go, status, orders } = await proxied(async () => url);
    await go();
    assert.equal((await status()).phase, 'Active');
    assert.deepEqual(
      orders.map(({ proxy, upstreamProxy }) => [proxy, upstreamProxy]),
      [[true, url]],
    );
  });

  it('keeps its pod, and has no open, while the proxy cannot be read', async () => {
    let answers = false;
    const { go, pass, status, pods, opens, orders } = await proxied(async () => {
      if (!answers) throw new TimeoutError();
      return url;
    });
    await go(1);
    const [pod] = await pods();
    for (let count = 0; count < 6; count++) await assert.rejects(pass(), TimeoutError);
    assert.deepEqual([(await status()).attempts, opens.size, orders.length], [1, 0, 0]);
    answers = true;
    await pass();
    assert.deepEqual(
      [(await status()).phase, (await pods()).map(({ metadata }) => metadata.uid)],
      ['Active', [pod?.metadata.uid]],
    );
  });

  it('fails at once without a proxy, says so, and leaves no open', async () => {
    const { go, status, ready, opens, orders } = await proxied(() => Promise.reject(new NoProxy('There is none.')));
    await go();
    const { closeReason, attempts } = await status();
    assert.deepEqual([closeReason, attempts, opens.size, orders.length], ['OrderRefused', 1, 0, 0]);
    assert.match((await ready())?.message ?? '', /There is none\.$/);
  });

  it('reads no proxy for a session without one', async () => {
    const { go, orders } = await proxied(() => assert.fail('it was read'), { proxy: false });
    await go();
    assert.deepEqual(
      orders.map(({ upstreamProxy }) => upstreamProxy),
      [undefined],
    );
  });
});
