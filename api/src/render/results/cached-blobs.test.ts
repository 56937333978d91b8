import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CachedBlobs } from './cached-blobs.js';

const mebibyte = 1024 * 1024;

const stage = (length: number) => {
  const reads: string[] = [];
  let there = true;
  const blobs = new CachedBlobs({
    put: () => Promise.resolve(),
    get: async (name, _, range) => {
      reads.push(range ? `${name} ${range.start}-${range.end}` : name);
      return there ? new Uint8Array(range ? range.end - range.start + 1 : length) : undefined;
    },
    delete: () => {
      there = false;
      return Promise.reject(new Error('away'));
    },
  });
  return { blobs, reads };
};

describe('bytes that were just read', () => {
  it('are read from their store once', async () => {
    const { blobs, reads } = stage(mebibyte);
    for (const _ of [1, 2, 3]) assert.equal((await blobs.get('name', mebibyte))?.length, mebibyte);
    assert.deepEqual(reads, ['name']);
  });

  it('exist once for all holders, however large', async () => {
    const { blobs, reads } = stage(mebibyte + 1);
    const get = () => blobs.get('name', mebibyte + 1);
    const [first, second] = await Promise.all([get(), get()]);
    assert.equal(first, second);
    assert.equal(await get(), first);
    assert.deepEqual(reads, ['name']);
  });

  it('are read in part where a part of a large result is asked for', async () => {
    const part = { start: 5, end: 14 };
    for (const [length, read] of [
      [mebibyte, 'name'],
      [mebibyte + 1, 'name 5-14'],
    ] as const) {
      const { blobs, reads } = stage(length);
      assert.equal((await blobs.get('name', length, part))?.length, 10);
      const whole = await blobs.get('name', length);
      assert.equal((await blobs.get('name', length, part))?.length, 10);
      assert.deepEqual([whole?.length, reads], [length, read === 'name' ? ['name'] : [read, 'name']]);
    }
  });

  it('are dropped when they are deleted, even if their store cannot be reached', async () => {
    const { blobs } = stage(1);
    await blobs.get('name', 1);
    await blobs.delete('name', 1);
    assert.equal(await blobs.get('name', 1), undefined);
  });
});
