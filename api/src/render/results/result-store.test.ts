import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rendered } from '../queue/result-source-fixture.js';
import type { CachedBlobs } from './cached-blobs.js';
import type { ResultIndex } from './result-index.js';
import { ResultStore } from './result-store.js';

test('a result that lacks something stays in the cache for its own time, others for that of the account', async () => {
  const index = { find: async () => undefined, read: async () => undefined, write: async () => 1 } as unknown;
  const blobs = { put: async () => undefined } as unknown;
  const store = new ResultStore(index as ResultIndex, blobs as CachedBlobs);
  const secondsOf = async (own: number | undefined, cacheSeconds: number) => {
    const request = { key: 'k', body: new Uint8Array(1), replace: false, cacheSeconds };
    const { record } = await store.store({ ...request, rendered: { ...rendered('j'), cacheSeconds: own } });
    assert.ok(!('cacheSeconds' in record));
    return (record.expiresAt - record.createdAt) / 1000;
  };
  assert.equal(await secondsOf(undefined, 3600), 3600);
  assert.equal(await secondsOf(300, 3600), 300);
  assert.equal(await secondsOf(300, 60), 60);
});
