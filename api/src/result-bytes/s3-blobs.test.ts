import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blobName, expiryOf } from './blob-store.js';
import { S3Blobs } from './s3-blobs.js';

/** A bucket of names only, listed in order and by pages, like a server's. */
const bucketOf = (names: Iterable<string>) => {
  const keys = new Set([...names].map((name) => `results/${name}`));
  return {
    keys,
    put: () => Promise.resolve(),
    get: () => Promise.resolve(undefined),
    delete: async (key: string) => void keys.delete(key),
    list: async (prefix: string, max: number, after = '') =>
      [...keys]
        .filter((key) => key.startsWith(prefix) && key > after)
        .sort()
        .slice(0, max),
  };
};

const hour = 3600;
const running = new AbortController().signal;

describe('the sweep of expired objects', () => {
  it('deletes what expired more than an hour ago, and nothing else', async () => {
    const kept = [blobName('live', 60), blobName('just', -hour + 60), 'foreign', '123.x', '9.x', 'x/y'];
    const bucket = bucketOf([blobName('old', -hour - 60), blobName('older', -10 * hour), ...kept]);
    assert.equal(await new S3Blobs({ bucket }).removeExpired(running), 2);
    assert.deepEqual([...bucket.keys].sort(), kept.map((name) => `results/${name}`).sort());
  });

  it('reads pages until it finds objects that have not expired', async () => {
    const names = Array.from({ length: 2500 }, (_, n) => blobName(`old${n}`, -2 * hour));
    const bucket = bucketOf([...names, blobName('live', hour)]);
    assert.equal(await new S3Blobs({ bucket }).removeExpired(running), 2500);
    assert.equal(bucket.keys.size, 1);
  });

  it('works beside another sweep', async () => {
    const bucket = bucketOf(Array.from({ length: 1200 }, (_, n) => blobName(`old${n}`, -2 * hour)));
    const both = [new S3Blobs({ bucket }), new S3Blobs({ bucket })];
    await Promise.all(both.map((blobs) => blobs.removeExpired(running)));
    assert.equal(bucket.keys.size, 0);
  });

  it('ends with its signal', async () => {
    const bucket = bucketOf([blobName('old', -2 * hour)]);
    await assert.rejects(new S3Blobs({ bucket }).removeExpired(AbortSignal.abort(new Error('stopping'))), /stopping/);
    assert.equal(bucket.keys.size, 1);
  });
});

describe('the name of bytes', () => {
  it('says when they expire, never too early', () => {
    const before = Date.now();
    const expiry = expiryOf(blobName('id', 60)) ?? 0;
    assert.ok(expiry >= before + 60_000 && expiry <= Date.now() + 61_000, String(expiry));
    assert.equal(expiryOf('key.id'), undefined);
  });

  it('sorts by its expiry', () => {
    const names = [blobName('z', 1), blobName('a', 1000), blobName('b', 600_000)];
    assert.deepEqual([...names].sort(), names);
  });

  it('is checked before bytes are stored', async () => {
    await assert.rejects(new S3Blobs({ bucket: bucketOf([]) }).put('key.id', new Uint8Array()), /blobName/);
  });
});
