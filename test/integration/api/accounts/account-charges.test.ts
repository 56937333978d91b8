import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { RenderLedger } from '@tintype/ledger';
import { BearerClient } from '../../../kit/service/bearer-client.js';
import { type Service, startService, tester } from '../../../kit/service/service.js';
import { until } from '../../../kit/until.js';

describe('accounts', () => {
  let service: Service;
  let manager: BearerClient;

  before(async () => {
    service = await startService({ allow: '', apis: 1, nodes: 0 });
    manager = new BearerClient(`http://127.0.0.1:${service.publicPorts[0]}/v1/account`, tester.id, tester.secret);
  });
  after(() => service?.stop());

  it('list the charges in pages, and refuse cursors of others', async () => {
    const nats = await service.connect();
    const ledger = new RenderLedger(nats);
    const charge = { account: tester.id, credits: 1, endpoint: 'pdf', key: 'k', job: randomUUID() } as const;
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const [at, id] of ids.entries())
      await ledger.charge({
        ...charge,
        id,
        at: `2026-01-01T00:00:0${at}.000Z`,
        account: at === 1 ? 'else' : tester.id,
        ...(at === 2 ? { request: 'req_1' } : { request: 'batch_1.7' }),
      });
    await nats.close();
    await until('they are listed', async () => (await manager.call('GET', '/charges')).json.charges.length === 2);
    const first = (await manager.call('GET', '/charges?limit=1')).json;
    assert.deepEqual(first.charges, [
      {
        ...{ id: ids[2], kind: 'render', at: '2026-01-01T00:00:02.000Z', endpoint: 'pdf', seconds: null, credits: 1 },
        ...{ requestId: 'req_1', batchId: null, batchItem: null },
      },
    ]);
    const { charges } = (await manager.call('GET', `/charges?cursor=${first.nextCursor}`)).json;
    assert.deepEqual(
      charges.map(({ id, requestId, batchId, batchItem }: Record<string, unknown>) => [
        id,
        requestId,
        batchId,
        batchItem,
      ]),
      [[ids[0], null, 'batch_1', 8]],
    );
    for (const [query, message] of [
      ['limit=0', /`limit` takes a whole number from 1 to 100/],
      ['limit=101', /`limit` takes a whole number from 1 to 100/],
      ['limit=a', /`limit` takes a whole number from 1 to 100/],
      ['cursor=2', /The `cursor` is not valid: send the `nextCursor`/],
      [`cursor=${first.nextCursor.replace(/.$/, (end: string) => (end === 'A' ? 'Q' : 'A'))}`, /is not valid/],
      ['before=2', /`before` is unknown/],
    ] as const) {
      const { status, json } = await manager.call('GET', `/charges?${query}`);
      assert.deepEqual([status, json.code], [400, 'invalid_request'], query);
      assert.match(json.error, message);
    }
  });

  it('have their renders in the queue, which operators read', async () => {
    const leaving = new AbortController();
    const options = { url: 'https://example.com/' };
    const waiting = service.get(options, { signal: leaving.signal }).catch(() => undefined);
    const read = async () => (await service.admin<{ queue: object[] }>('/queue', { of: '' })).queue;
    const empty = { waiting: 0, running: 0, idleSlots: 0, accounts: [] };
    await until('its job waits', async () => !isDeepStrictEqual((await read())[0], { class: 'still', ...empty }));
    assert.deepEqual(await read(), [
      { class: 'still', ...empty, waiting: 1, accounts: [{ account: tester.id, jobs: 1 }] },
      { class: 'recording', ...empty },
      { class: 'batch', ...empty },
    ]);
    leaving.abort();
    await waiting;
  });
});
