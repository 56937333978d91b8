import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BlobStore } from '../../result-bytes/blob-store.js';
import { CachedBlobs } from './cached-blobs.js';
import { ReadBudget } from './read-budget.js';

const mebibyte = 1024 * 1024;
const large = 2 * mebibyte;

const stage = (length: number, maxBytes = 100 * mebibyte) => {
  const reads: string[] = [];
  const warnings: object[] = [];
  let there = true;
  const store: BlobStore = {
    put: () => Promise.resolve(),
    get: async (name, _, range) => {
      reads.push(range ? `${name} ${range.start}-${range.end}` : name);
      await new Promise(setImmediate);
      return there ? new Uint8Array(range ? range.end - range.start + 1 : length) : undefined;
    },
    delete: () => {
      there = false;
      return Promise.reject(new Error('away'));
    },
  };
  const budget = new ReadBudget({ maxBytes, maxBytesFirst: maxBytes, maxBytesEach: maxBytes, waitMs: 60_000 });
  const blobs = new CachedBlobs({ store, budget, log: { warn: (facts: object) => void warnings.push(facts) } });
  /** A client, and how it leaves. */
  const client = () => {
    const left = new AbortController();
    const reader = { account: 'acct', until: left.signal };
    const get = (range?: { start: number; end: number }, name = 'name') => blobs.get(name, length, range, reader);
    return { get, reader, leave: () => left.abort(new Error('left')) };
  };
  const lose = () => {
    there = false;
  };
  return { blobs, budget, reads, warnings, client, lose };
};

describe('small results', () => {
  it('are read from their store once, also for a part', async () => {
    const { blobs, reads, budget, client } = stage(mebibyte);
    await Promise.all([blobs.get('name', mebibyte), client().get()]);
    assert.equal((await client().get({ start: 5, end: 14 }))?.length, 10);
    assert.deepEqual([reads, budget.heldBytes], [['name'], 0]);
  });

  it('are dropped when they are deleted, also if their store refuses, which the log has', async () => {
    const { blobs, warnings } = stage(1);
    const read = await blobs.get('name', 1);
    assert.equal(blobs.inMemory('name'), read);
    await blobs.delete('name', 1);
    assert.equal(blobs.inMemory('name'), undefined);
    assert.equal(await blobs.get('name', 1), undefined);
    assert.deepEqual(warnings, [{ err: new Error('away'), object: 'name' }]);
  });
});

describe('large results', () => {
  it('exist once for all who read them, until the last one has ended', async () => {
    const { blobs, budget, reads, client } = stage(large);
    const [one, two, three] = [client(), client(), client()];
    const [first, second] = await Promise.all([one.get(), two.get()]);
    assert.equal(first, second);
    one.leave();
    assert.equal((await three.get())?.buffer, first?.buffer);
    assert.equal(blobs.inMemory('name'), undefined);
    two.leave();
    assert.deepEqual([reads, budget.heldBytes], [['name'], large]);
    three.leave();
    assert.equal(budget.heldBytes, 0);
    await client().get();
    assert.deepEqual(reads, ['name', 'name']);
  });

  it('exist once for all players, which open a file with the range of the whole', async () => {
    const { reads, client } = stage(large);
    const bodies = await Promise.all([1, 2, 3].map(() => client().get({ start: 0, end: large - 1 })));
    assert.equal(new Set(bodies.map((body) => body?.buffer)).size, 1);
    assert.deepEqual(reads, ['name']);
  });

  it('are read in part for a part, and as a view of the whole while it is there', async () => {
    const { budget, reads, client } = stage(large);
    const part = { start: 5, end: 14 };
    const both = [client(), client()];
    const [first, second] = await Promise.all(both.map(({ get }) => get(part)));
    assert.equal(first, second);
    for (const { leave } of both) leave();
    const whole = await client().get();
    assert.equal((await client().get(part))?.buffer, whole?.buffer);
    assert.deepEqual([reads, budget.heldBytes], [['name 5-14', 'name'], large]);
  });

  it('take no more memory in parts than whole, until their readers end', async () => {
    const { reads, client } = stage(large);
    const clients = [client(), client(), client()];
    const from = (start: number) => clients[start]?.get({ start, end: large - 1 });
    const [one, two] = await Promise.all([from(1), from(2)]);
    assert.deepEqual([one?.length, two?.length], [large - 1, large - 2]);
    assert.deepEqual(reads.splice(0), ['name 1-2097151', 'name']);
    for (const { leave } of clients) leave();
    await client().get({ start: 1, end: large - 1 });
    assert.deepEqual(reads, ['name 1-2097151']);
  });

  it('wait while others fill the memory, and are read when those end', async () => {
    const { budget, reads, client } = stage(large, 2 * large);
    const [one, two, three, four] = [client(), client(), client(), client()];
    await Promise.all([one.get(undefined, 'a'), two.get(undefined, 'b')]);
    const [third, fourth] = [three.get(undefined, 'c'), four.get(undefined, 'd')];
    await new Promise(setImmediate);
    assert.deepEqual([reads, budget.heldBytes, budget.waitingReaders], [['a', 'b'], 2 * large, 2]);
    three.leave();
    await assert.rejects(third, /left/);
    one.leave();
    assert.equal((await fourth)?.length, large);
    assert.deepEqual([reads, budget.heldBytes], [['a', 'b', 'd'], 2 * large]);
  });

  it('give their memory back after a read whose clients have left, and after one that finds nothing', async () => {
    const { budget, reads, client, lose } = stage(large);
    const one = client();
    const reading = one.get();
    await Promise.resolve();
    one.leave();
    await assert.rejects(reading, /left/);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    assert.equal(budget.heldBytes, 0);
    lose();
    const two = client();
    assert.equal(await two.get(), undefined);
    assert.equal(await two.get(), undefined);
    two.leave();
    assert.deepEqual([reads, budget.heldBytes], [['name', 'name', 'name'], 0]);
  });

  it('count also if they come from a node, and are there for other readers', async () => {
    const { blobs, budget, reads, client } = stage(large);
    const [one, two] = [client(), client()];
    const bytes = new Uint8Array(large);
    blobs.hold('name', bytes, one.reader);
    assert.equal(await two.get(), bytes);
    one.leave();
    assert.deepEqual([budget.heldBytes, reads], [large, []]);
    two.leave();
    assert.equal(budget.heldBytes, 0);
  });

  it('do not keep the chunk that a small part comes from', async () => {
    const { blobs } = stage(large);
    const reader = { account: 'acct', until: new AbortController().signal };
    const chunked = new CachedBlobs({
      store: { put: blobs.put, delete: blobs.delete, get: async () => new Uint8Array(1000).subarray(5, 15) },
      budget: new ReadBudget({ maxBytes: 1, maxBytesFirst: 1, maxBytesEach: 1, waitMs: 1 }),
      log: { warn: () => undefined },
    });
    assert.equal((await chunked.get('name', large, { start: 5, end: 14 }, reader))?.buffer.byteLength, 10);
  });
});
