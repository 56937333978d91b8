import assert from 'node:assert/strict';
import { it } from 'node:test';
import { limits } from '@tintype/contracts';
import { KvBlobs, type KvBlobsOptions } from './kv-blobs.js';

const chunk = limits.inlineResultBytes;

it('a part of a large result is read from its own chunks alone', async () => {
  const bytes = Buffer.from(Array.from({ length: 4 * chunk }, (_, at) => at % 251));
  const read: string[] = [];
  const get = async (key: string) => {
    read.push(key);
    const start = Number(key.split('.').at(-1)) * chunk;
    return { operation: 'PUT', value: bytes.subarray(start, start + chunk) };
  };
  const blobs = new KvBlobs({ kv: { get } as unknown as KvBlobsOptions['kv'] });
  const [start, end] = [chunk + 1, 2 * chunk];
  const part = await blobs.get('9999999999.a', bytes.length, { start, end });
  assert.deepEqual(part && Buffer.from(part), bytes.subarray(start, end + 1));
  assert.deepEqual(read.sort(), ['9999999999.a.1', '9999999999.a.2']);
});

it('large results are read by few chunks at once, and undefined if one is missing', async () => {
  let [running, most] = [0, 0];
  const get = async (key: string) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    const value = Buffer.alloc(chunk, Number(key.split('.').at(-1)));
    return key === '9999999999.lost.3' ? null : { operation: 'PUT', value };
  };
  const blobs = new KvBlobs({ kv: { get } as unknown as KvBlobsOptions['kv'] });
  const read = async (id: string) => (await blobs.get(`9999999999.${id}`, 20 * chunk))?.at(19 * chunk);
  assert.deepEqual(await Promise.all(['a', 'b', 'c', 'lost'].map(read)), [19, 19, 19, undefined]);
  assert.equal(most, 16);
});

it('a large result reads no further chunk after one that failed', async () => {
  let reads = 0;
  const get = async (key: string) => {
    reads += 1;
    await new Promise(setImmediate);
    if (key.endsWith('.3')) throw new Error('lost');
    return { operation: 'PUT', value: Buffer.alloc(chunk) };
  };
  const blobs = new KvBlobs({ kv: { get } as unknown as KvBlobsOptions['kv'] });
  await assert.rejects(blobs.get('9999999999.a', 100 * chunk), /lost/);
  for (let i = 0; i < 50; i += 1) await new Promise(setImmediate);
  assert.ok(reads <= 16, `${reads} reads`);
});
