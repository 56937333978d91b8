import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '@tintype/runtime';
import { batchFixture, batchKey, itemOf } from './batch-fixture.js';
import { BatchViews, endStatusOf, progressOf } from './batch-view.js';
import { newBatchId, refusedBatchId } from './facts/batch-ids.js';
import type { ItemEnd, Paused } from './facts/records.js';

describe('the state of a batch with a page of its items', () => {
  it('reads no fact twice', async () => {
    const { store, log, accept } = batchFixture();
    await accept([itemOf(0), itemOf(1), itemOf(2)]);
    await store.endItem(batchKey, 1, { status: 'completed', attempts: 1, at: new Date().toISOString() });
    const views = new BatchViews({ store, clock: systemClock });
    log.calls = 0;
    const shown = await views.show(batchKey, { from: 1, limit: 2 });
    assert.deepEqual(
      shown?.items.map(({ number, status }) => [number, status]),
      [
        [1, 'completed'],
        [2, 'queued'],
      ],
    );
    assert.deepEqual([shown?.succeeded, shown?.queued, shown?.nextCursor], [1, 2, null]);
    // Five facts, the ends, a page of items, and their attempts.
    assert.equal(log.calls, 8);
  });
});

describe('the progress of a batch', () => {
  const now = Date.now();
  const at = (secondsAgo: number) => new Date(now - secondsAgo * 1000).toISOString();
  const endsOf = (status: ItemEnd['status'], seconds: readonly number[]) =>
    seconds.map((each, number): [number, ItemEnd] => [number, { status, attempts: 1, at: at(each) }]);
  const progress = (ends: [number, ItemEnd][], paused?: Paused) =>
    progressOf(10, { ends: new Map(ends), startedAt: at(50), paused }, now);

  it('has a rate, and a time left while items end', () => {
    assert.deepEqual(progress(endsOf('completed', [1, 2, 3, 4, 5])), { itemsPerSecond: 0.1, secondsLeft: 100 });
    assert.deepEqual(progress(endsOf('completed', [35, 36, 37, 38, 39])).secondsLeft, null, 'nothing ended for 35 s');
    assert.equal(progress(endsOf('failed', [20, 40])).secondsLeft, 250, 'items that take 25 s each');
  });

  it('has no time left while its storage is away, and counts no cancelled items', () => {
    const paused = { code: 'storage_failed', message: 'No.', since: at(1) } as const;
    assert.equal(progress(endsOf('completed', [1, 2]), paused).secondsLeft, null);
    assert.deepEqual(progress(endsOf('cancelled', [1, 2])), { itemsPerSecond: 0, secondsLeft: null });
  });

  it('is no failure if every item was cancelled', () => {
    assert.equal(endStatusOf({ completed: 0, failed: 0, cancelled: 3 }), 'completed_with_errors');
    assert.equal(endStatusOf({ completed: 0, failed: 1, cancelled: 3 }), 'failed');
  });
});

const here = new AbortController().signal;

describe('the list of batches', () => {
  const stageOf = async (count: number) => {
    const { store, log } = batchFixture();
    const facts = { endpoint: 'image', secretId: 's', statusUrl: 'https://example.com/' } as const;
    const accept = (account: string, batch: string, at: number) =>
      store.accept(
        { account, batch },
        { ...facts, acceptedAt: new Date(at).toISOString(), notificationUri: undefined, items: [itemOf(0)] },
      );
    const now = Date.now();
    const ids = Array.from({ length: count }, (_, at) => newBatchId(now + at));
    for (const [at, id] of ids.entries()) await accept('acct', id, now + at);
    await accept('acct', refusedBatchId(Buffer.alloc(32, 0xff)), now);
    await accept('other', newBatchId(now), now);
    return { ids, log, views: new BatchViews({ store, clock: systemClock }) };
  };

  it('ends with its client, and delays no page of items', async () => {
    const { ids, views, log } = await stageOf(3);
    const left = new AbortController();
    log.calls = 0;
    const listing = views.list('acct', { limit: 3 }, left.signal);
    const shown = views.show({ account: 'acct', batch: ids[0] ?? '' }, { from: 0, limit: 1 });
    left.abort(new Error('left'));
    await assert.rejects(listing, /left/);
    assert.equal((await shown)?.items.length, 1);
    assert.ok(log.calls < 15, `${log.calls} reads`);
  });

  it('has those of the account in pages, newest first, without refused requests', async () => {
    const { ids, views } = await stageOf(5);
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const { batches, nextCursor } = await views.list('acct', { limit: 2, cursor }, here);
      seen.push(...batches.map(({ batchId }) => batchId));
      sizes.push(batches.length);
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual([seen, sizes], [ids.toReversed(), [2, 2, 1]]);
    const [first] = (await views.list('acct', { limit: 1 }, here)).batches;
    assert.deepEqual([first?.status, first?.total, first?.queued], ['queued', 1, 1]);
  });
});
