import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rendered } from '../queue/result-source-fixture.js';
import type { CachedBlobs } from './cached-blobs.js';
import { ResultIndex } from './result-index.js';
import type { IndexEntry, ResultRecord } from './result-record.js';
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

test('memory gives the bytes of the latest record only, while it is live', () => {
  const record = { object: 'object', expiresAt: Date.now() + 60_000 } as ResultRecord;
  let entry: IndexEntry | undefined = { record, revision: 1 };
  const hot = { get: (key: string) => (key === 'k' ? entry : undefined) };
  const index = new ResultIndex({ hot } as never);
  const bytes = new Uint8Array(1);
  const blobs = { inMemory: (name: string) => (name === 'object' ? bytes : undefined) } as unknown;
  const store = new ResultStore(index, blobs as CachedBlobs);
  assert.equal(store.inMemory('k', record), bytes);
  assert.equal(store.inMemory('other', record), undefined);
  entry = { record: { ...record }, revision: 2 };
  assert.equal(store.inMemory('k', record), undefined, 'replaced');
  const expired = { ...record, expiresAt: Date.now() };
  entry = { record: expired, revision: 3 };
  assert.equal(store.inMemory('k', expired), undefined, 'expired');
  entry = undefined;
  assert.equal(store.inMemory('k', record), undefined, 'not in memory');
});
