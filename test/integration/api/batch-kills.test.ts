import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readIndexedResults } from '@tintype/api';
import { verifyBooks } from '@tintype/ledger/testing';
import { BatchStage } from '../../kit/service/batch-stage.js';
import { untilReady } from '../../kit/service/service.js';
import { until } from '../../kit/until.js';

const count = 60;
const size = { vw: 32, vh: 32 };

/** Every twentieth item is wrong. */
const isBad = (number: number) => number % 20 === 7;

const checkItems = (items: Awaited<ReturnType<BatchStage['state']>>['items']) => {
  for (const { number, error, location } of items) {
    assert.equal(error?.code, isBad(number) ? 'invalid_option' : undefined, `item ${number}`);
    if (!isBad(number)) assert.ok(location?.endsWith(`/item-${number}.png`), location ?? 'nowhere');
  }
};

describe('a batch of 60 items', { timeout: 600_000 }, () => {
  let stage: BatchStage;

  before(async () => {
    stage = await BatchStage.start({ apis: 2 });
    await stage.setAckWait(4000);
  });
  after(() => stage?.stop());

  it('survives kill -9 of every api, of the node, of nats-server and of the store', async (test) => {
    const { service, s3 } = stage;
    stage.refusals = 2;
    const data = Array.from({ length: count }, (_, number) => ({
      url: stage.page(number),
      options: isBad(number) ? { vw: 0 } : { ...size, file_name: `item-${number}` },
    }));
    const { status, json } = await stage.create(data);
    assert.equal(status, 202);
    const { batchId } = json;
    const ended = async (least: number) => {
      let queued = count;
      await until(`${least} items have ended`, async () => {
        queued = await stage.state(batchId).then(
          (state) => state.queued ?? queued,
          () => queued,
        );
        return count - queued >= least;
      });
      test.diagnostic(`${count - queued} items have ended`);
    };
    const restart = async (...starting: ReturnType<typeof service.startApi>[]) =>
      Promise.all((await Promise.all(starting)).map(untilReady));

    await ended(5);
    for (const api of service.apis) api.child.kill();
    await Promise.all(service.apis.map(({ child }) => child.exited));
    test.diagnostic('killed both apis');
    await restart(service.startApi(0), service.startApi(1));

    await ended(15);
    service.nodes[0]?.child.kill();
    await service.nodes[0]?.child.exited;
    test.diagnostic('killed the node');
    await restart(service.startNode(0));

    await ended(25);
    await service.nats.kill();
    test.diagnostic('killed nats-server');
    await service.nats.start();

    await ended(35);
    await s3.kill();
    service.apis[1]?.child.kill();
    await service.apis[1]?.child.exited;
    test.diagnostic('killed the store and an api');
    await s3.start();
    await restart(service.startApi(1));

    const state = await stage.untilFinished(batchId);
    assert.deepEqual([state.status, state.succeeded, state.failed], ['completed_with_errors', count - 3, 3]);
    checkItems(state.items);
    const [folder = ''] = /screenshots\/\d{4}\/\d\d\/\d\d/.exec(state.items[0]?.location ?? '') ?? [];
    assert.equal(s3.objects(folder).length, count - 3);

    const [notification] = await stage.untilNotified(batchId);
    const ids = stage.notifications.map(({ deliveryId }) => deliveryId);
    assert.deepEqual([new Set(ids).size, ids.length >= 3], [1, true], 'one delivery id, and two refusals');
    assert.deepEqual(
      notification?.body.results?.map(({ status: each }) => each),
      state.items.map(({ status: each }) => each),
    );
    assert.equal(await stage.charges(), count - 3, 'each success is charged once');
    const admin = await service.connect();
    await until('the books have no faults', async () => {
      const { faults } = await verifyBooks(admin, await readIndexedResults(admin));
      return faults.length === 0;
    });
  });
});
