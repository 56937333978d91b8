import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EgressRefused } from '@tintype/runtime';
import { AccountProxy, type AccountProxyOptions } from './account-proxy.js';

describe('the proxy of an account', () => {
  it('has at most two tests at once', async () => {
    const gate = Promise.withResolvers<never>();
    const proxy = new AccountProxy({
      store: { proxyUrl: async () => 'http://proxy.example:3128' },
      callsOut: { through: () => ({ check: () => gate.promise }) },
      log: { warn: () => undefined },
    } as unknown as AccountProxyOptions);
    const running = [1, 2].map(() => proxy.try('acme', 'https://page.example/'));
    await assert.rejects(proxy.try('acme', 'https://page.example/'), { code: 'rate_limited' });
    gate.reject(new EgressRefused('dns'));
    assert.deepEqual(
      (await Promise.all(running)).map(({ works }) => works),
      [false, false],
    );
  });
});
