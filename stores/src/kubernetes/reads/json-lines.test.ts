import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreUnavailable } from '@tintype/crds';
import { jsonLines } from './json-lines.js';

async function* chunksOf(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const read = async (text: string, length = 1000, maxBytes = 1000) => {
  const values: unknown[] = [];
  for await (const value of jsonLines(chunksOf(Buffer.from(text), length), maxBytes)) values.push(value);
  return values;
};

describe('JSON lines', () => {
  const values = [{ a: 1 }, { name: 'Größe 大きさ 🖼' }, [], 'x'.repeat(50)];
  const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');

  it('come whole, however the stream is cut', async () => {
    for (let length = 1; length <= Buffer.byteLength(text); length += 1)
      assert.deepEqual(await read(text, length), values, `chunks of ${length}`);
  });

  it('come when they are whole, not later', async () => {
    async function* endless() {
      yield Buffer.from('1\n2\n3');
      await new Promise(() => undefined);
    }
    const lines = jsonLines(endless(), 10);
    assert.deepEqual([(await lines.next()).value, (await lines.next()).value], [1, 2]);
  });

  const failing: Record<string, () => Promise<unknown>> = {
    'a stream that ends in the middle of a line': () => read('1\n2'),
    'a line that is too long': () => read(`1\n"${'x'.repeat(2000)}"\n`, 100),
    'a line that is not JSON': () => read('1\nhello\n'),
  };
  for (const [what, reading] of Object.entries(failing)) {
    it(`${what} is a failure`, () => assert.rejects(reading, StoreUnavailable));
  }
});
