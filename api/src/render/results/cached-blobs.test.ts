import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { BlobStore } from '../../blobs/blob-store.js';
import { CachedBlobs } from './cached-blobs.js';

const mebibyte = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const stage = (length: number) => {
  const reads: string[] = [];
  const warnings: object[] = [];
  let there = true;
  const store: BlobStore = {
    put: () => Promise.resolve(),
    get: async (name, _, range) => {
      reads.push(range ? `${name} ${range.start}-${range.end}` : name);
      return there ? new Uint8Array(range ? range.end - range.start + 1 : length) : undefined;
    },
    delete: () => {
      there = false;
      return Promise.reject(new Error('away'));
    },
  };
  const blobs = new CachedBlobs(store, { warn: (facts: object) => void warnings.push(facts) });
  return { blobs, reads, warnings };
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
    assert.equal((await get())?.buffer, first?.buffer);
    assert.deepEqual(reads, ['name']);
  });

  it('exist once also while only a view of them is held, as answers do', async () => {
    const { blobs, reads } = stage(mebibyte + 1);
    const answer = async () => {
      const bytes = await blobs.get('name', mebibyte + 1);
      return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    };
    const first = await answer();
    await sleep(1);
    collect();
    assert.equal((await answer())?.buffer, first?.buffer);
    assert.deepEqual(reads, ['name']);
  });

  it('exist once for all players, which open a file with the range of the whole', async () => {
    const { blobs, reads } = stage(2 * mebibyte);
    const all = { start: 0, end: 2 * mebibyte - 1 };
    const bodies = await Promise.all([1, 2, 3].map(() => blobs.get('name', 2 * mebibyte, all)));
    assert.deepEqual(new Set(bodies.map((body) => body?.buffer)).size, 1);
    assert.deepEqual(reads, ['name']);
  });

  it('are shared by simultaneous requests for one part', async () => {
    const { blobs, reads } = stage(2 * mebibyte);
    const [first, second] = await Promise.all([1, 2].map(() => blobs.get('name', 2 * mebibyte, { start: 5, end: 14 })));
    assert.equal(first, second);
    assert.deepEqual(reads, ['name 5-14']);
  });

  it('take no more memory in parts than whole, until parts are collected', async () => {
    const { blobs, reads } = stage(2 * mebibyte);
    const from = (start: number) => blobs.get('name', 2 * mebibyte, { start, end: 2 * mebibyte - 1 });
    const readParts = async () => {
      const [one, two] = await Promise.all([from(1), from(2)]);
      assert.deepEqual([one?.length, two?.length], [2 * mebibyte - 1, 2 * mebibyte - 2]);
      assert.equal((await from(3))?.buffer, two?.buffer, 'the second and the third are views of the whole');
    };
    await readParts();
    assert.deepEqual(reads.splice(0), ['name 1-2097151', 'name']);
    for (let round = 0; round < 100 && reads.at(-1) !== 'name 1-2097151'; round += 1) {
      await sleep(10);
      collect();
      await sleep(10);
      await from(1);
    }
    assert.equal(reads.at(-1), 'name 1-2097151');
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

  it('are dropped when they are deleted, also if their store refuses, which the log has', async () => {
    const { blobs, warnings } = stage(1);
    await blobs.get('name', 1);
    await blobs.delete('name', 1);
    assert.equal(await blobs.get('name', 1), undefined);
    assert.deepEqual(warnings, [{ err: new Error('away'), object: 'name' }]);
  });
});
