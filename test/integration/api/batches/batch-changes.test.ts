import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { streams } from '@tintype/contracts';
import { BatchStage } from '../../../kit/service/batch-stage.js';
import { until } from '../../../kit/until.js';

const size = { vw: 32, vh: 32 };

describe('a batch while its account changes', { timeout: 300_000 }, () => {
  let stage: BatchStage;

  before(async () => {
    stage = await BatchStage.start({ api: { TINTYPE_BATCH_ITEMS: '2' } });
  });
  after(() => stage?.stop());

  it('ends what has not begun as cancelled', async () => {
    stage.hold();
    const numbers = Array.from({ length: 12 }, (_, at) => 60 + at);
    const { json } = await stage.create(numbers.map((number) => ({ url: stage.page(number), options: size })));
    await until('a page is asked for', () => stage.heldPages > 0);
    const refused = await stage.call(`${stage.pathOf(json.batchId)}?limit=abc`, { method: 'DELETE' });
    assert.deepEqual([refused.status, (await stage.state(json.batchId)).cancelled], [400, 0]);
    const deleted = await stage.call(stage.pathOf(json.batchId), { method: 'DELETE' });
    const { status: shown, cancelRequested } = deleted.json;
    assert.deepEqual([deleted.status, shown, cancelRequested], [200, 'processing', true]);
    // One of the two items in work waits for an idle slot.
    await until('only items in browsers are left', async () => {
      const { queued } = await stage.state(json.batchId);
      return queued === stage.heldPages;
    });
    stage.release();
    const state = await stage.untilFinished(json.batchId);
    assert.equal(state.status, 'completed_with_errors');
    assert.deepEqual([state.succeeded, state.cancelled], [1, 11]);
    await stage.untilNotified(json.batchId);
    const again = await stage.call(`${stage.pathOf(json.batchId)}/notification`, { method: 'POST' });
    assert.equal(again.status, 202, again.json.error);
    await until('it is notified again', async () => (await stage.untilNotified(json.batchId)).length === 2);
    const ids = (await stage.untilNotified(json.batchId)).map(({ deliveryId }) => deliveryId);
    assert.equal(ids[0], ids[1]);
  });

  /** Cancels a batch of one page once its item has begun, and answers how the item ended. */
  const cancelBegun = async (page: number) => {
    const { json } = await stage.create([{ url: stage.page(page), options: size }], { notify: false });
    await until('its item has begun', async () => (await stage.marks(json.batchId)) > 0);
    await stage.call(stage.pathOf(json.batchId), { method: 'DELETE' });
    return (await stage.untilFinished(json.batchId)).items.map(({ status, attempts }) => [status, attempts]);
  };

  it('ends an item that shares the render of another batch, which does not end', async () => {
    stage.hold();
    const first = await stage.create([{ url: stage.page(75), options: size }], { notify: false });
    await until('the page is asked for', () => stage.heldPages > 0);
    assert.deepEqual(await cancelBegun(75), [['cancelled', 0]]);
    stage.release();
    assert.equal((await stage.untilFinished(first.json.batchId)).succeeded, 1);
  });

  it('ends an item whose job waits in the queue, and no node renders it', async () => {
    const { manager } = await stage.service.connect();
    await manager.consumers.pause(streams.renders, 'batch', new Date(Date.now() + 60_000));
    assert.deepEqual(await cancelBegun(76), [['cancelled', 0]]);
    await manager.consumers.resume(streams.renders, 'batch');
    const next = await stage.create([{ url: stage.page(77), options: size }], { notify: false });
    assert.equal((await stage.untilFinished(next.json.batchId)).succeeded, 1);
    assert.equal(stage.hits(76), 0);
  });

  /** Changes the account while one or two items of a batch are in work. Answers the codes of the other four. */
  const codesAfter = async (first: number, change: () => Promise<unknown>, undo: () => Promise<unknown>) => {
    stage.hold();
    const numbers = Array.from({ length: 6 }, (_, at) => first + at);
    const { json } = await stage.create(numbers.map((number) => ({ url: stage.page(number), options: size })));
    await until('a page is asked for', () => stage.heldPages > 0);
    await change();
    stage.release();
    await stage.untilNotified(json.batchId);
    await undo();
    const { status, items } = await stage.state(json.batchId);
    assert.deepEqual([status, items[0]?.status], ['completed_with_errors', 'completed']);
    return [...new Set(items.slice(2).map(({ error }) => error?.code))];
  };

  it('fails what begins while its account is disabled, and notifies', async () => {
    const disable = (disabled: boolean) => () => stage.service.admin('', { method: 'PATCH', body: { disabled } });
    assert.deepEqual(await codesAfter(110, disable(true), disable(false)), ['account_disabled']);
  });

  it('fails what begins after its account’s storage was removed, and notifies', async () => {
    const remove = () => stage.service.admin('/storage', { method: 'DELETE' });
    assert.deepEqual(await codesAfter(120, remove, () => stage.useStorage()), ['storage_not_configured']);
  });

  it('fails what begins without credits, and no item that is in work', async () => {
    const setCredits = (credits: number | null) => stage.service.admin('', { method: 'PATCH', body: { credits } });
    await setCredits(3);
    const data = Array.from({ length: 12 }, (_, at) => ({ url: stage.page(130 + at), options: size }));
    const { json } = await stage.create(data, { notify: false });
    const { status, succeeded, items } = await stage.untilFinished(json.batchId);
    await setCredits(null);
    const codes = new Set(items.map(({ error }) => error?.code));
    assert.deepEqual([status, [...codes]], ['completed_with_errors', [undefined, 'credits_exhausted']]);
    assert.ok(succeeded >= 3, `${succeeded} items with 3 credits`);
  });

  it('reports what the bucket says, and waits for a store that comes back', async () => {
    await stage.useStorage({ secret: 'wrong' });
    const refused = await stage.create([{ url: stage.page(80), options: size }], { notify: false });
    const { items } = await stage.untilFinished(refused.json.batchId);
    assert.deepEqual([items[0]?.error?.code, items[0]?.attempts], ['storage_failed', 1]);
    assert.match(items[0]?.error?.message ?? '', /^The store refuses the signature/);
    await stage.useStorage();
    await stage.s3.kill();
    const late = await stage.create([{ url: stage.page(81), options: size }], { notify: false });
    await until('it was rendered', () => stage.hits(81) === 1);
    await stage.s3.start();
    assert.equal((await stage.untilFinished(late.json.batchId)).status, 'completed');
    assert.equal(stage.hits(81), 1);
  });
});
