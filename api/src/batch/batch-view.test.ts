import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '@tintype/runtime';
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
