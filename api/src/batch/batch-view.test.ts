import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '@tintype/runtime';
import { newBatchId, refusedBatchId } from './batch-ids.js';
import { batchStage, itemOf, place } from './batch-stage.js';
import { BatchViews } from './batch-view.js';

describe('the state of a batch with a page of its items', () => {
  it('reads no fact twice', async () => {
    const { store, log, accept } = batchStage();
    await accept([itemOf(0), itemOf(1), itemOf(2)]);
    await store.end(place, 1, { status: 'completed', attempts: 1, at: new Date().toISOString() });
    const views = new BatchViews({ store, clock: systemClock });
    log.calls = 0;
    const shown = await views.show(place, { from: 1, limit: 2 });
    assert.deepEqual(
      shown?.items.map(({ number, status }) => [number, status]),
      [
        [1, 'completed'],
        [2, 'queued'],
      ],
    );
    assert.deepEqual([shown?.succeeded, shown?.queued, shown?.nextCursor], [1, 2, null]);
    // Four facts, the ends, and a page of items.
    assert.equal(log.calls, 6);
  });
});

const here = new AbortController().signal;

describe('the list of batches', () => {
  const stageOf = async (count: number) => {
    const { store, log } = batchStage();
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
