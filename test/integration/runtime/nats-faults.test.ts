import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { provision } from '@tintype/api';
import { streams } from '@tintype/contracts';
import { PlayedBirth } from '../../kit/ledger/birth.js';
import { html, type PageServer, startPages } from '../../kit/pages/pages.js';
import { type Service, startService, untilReady } from '../../kit/service/service.js';

describe('faults of nats-server', () => {
  let site: PageServer;
  let service: Service;

  before(async () => {
    site = await startPages({ '/page': html('<h1>page</h1>') });
    service = await startService({ allow: `127.0.0.1:${site.port}` });
  });
  after(async () => {
    await service?.stop();
    await site?.close();
  });

  const get = (options: Record<string, string> = {}, request = {}) =>
    service.get({ url: site.url('/page'), ...options }, request);

  it('answers 503 without nats-server, and serves again with it', async () => {
    assert.equal((await get()).headers.get('x-cache'), 'MISS');
    await service.nats.kill();
    for (const options of [{}, { timestamp: 'new' }]) {
      const answer = await get(options as Record<string, string>);
      assert.deepEqual([answer.status, answer.error().code], [503, 'unavailable']);
      assert.ok(answer.headers.get('retry-after'));
    }
    assert.equal((await get({}, { method: 'HEAD' })).status, 503);
    await service.nats.start();
    await Promise.all([...service.apis, ...service.nodes].map(untilReady));
    assert.equal((await get()).headers.get('x-cache'), 'HIT');
    assert.equal((await get({ timestamp: 'newer' })).headers.get('x-cache'), 'MISS');
  });

  it('updates streams of an earlier version', async () => {
    const admin = await service.connect();
    const { config } = await admin.manager.streams.info(streams.renders);
    await admin.manager.streams.update(streams.renders, { ...config, max_msgs: 7 });
    await provision(admin, new PlayedBirth());
    assert.equal((await admin.manager.streams.info(streams.renders)).config.max_msgs, config.max_msgs);
    await admin.close();
  });
});
