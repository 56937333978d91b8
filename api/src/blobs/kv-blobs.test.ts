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
