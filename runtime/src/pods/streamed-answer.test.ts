import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { StreamedAnswer, startOf } from './streamed-answer.js';

const streamOf = (...chunks: string[]) =>
  Readable.from(
    chunks.map((chunk) => Buffer.from(chunk)),
    { objectMode: false },
  );

const lengthened = (chunks: string[], fields: object = { b: 'ä' }) => {
  const { length } = Buffer.from(chunks.join(''));
  return new StreamedAnswer(streamOf(...chunks), length).withFields(fields);
};

describe('a long answer', () => {
  it('gets fields at its end, for any chunks, and knows its length', async () => {
    for (const chunks of [['{"a":1}'], ['{', '"a":', '1', '}'], ['{"a":1', '}']]) {
      const { stream, bytes } = lengthened(chunks);
      const all = await text(stream);
      assert.deepEqual([all, bytes], ['{"a":1,"b":"ä"}', Buffer.byteLength(all)]);
    }
    assert.equal(new StreamedAnswer(streamOf('{"a":1}'), undefined).withFields({ b: 1 }).bytes, undefined);
  });

  it('lets the added fields win', async () => {
    assert.deepEqual(JSON.parse(await text(lengthened(['{"b":1,"c":2}']).stream)), { b: 'ä', c: 2 });
  });

  it('fails if it is no object, or is cut off', async () => {
    for (const chunks of [['[1]'], ['"', '}'], ['{"a":', '1'], []])
      await assert.rejects(text(lengthened(chunks).stream));
  });

  it('stops reading when the reader leaves', async () => {
    const stream = streamOf('{"a":', '1}');
    const answer = new StreamedAnswer(stream, undefined).withFields({ b: 1 });
    const ended = new Promise((resolve) => stream.once('close', resolve));
    answer.stream.destroy();
    await ended;
    assert.ok(stream.destroyed);
  });
});

describe('the start of a stream', () => {
  it('is the whole stream, or leaves the rest readable', async () => {
    const short = await startOf(streamOf('ab', 'cd'), 4);
    assert.deepEqual([String(short.start), short.isAll], ['abcd', true]);
    const stream = streamOf('ab', 'cd', 'ef', 'gh');
    const { start, isAll } = await startOf(stream, 3);
    assert.deepEqual([String(start).slice(0, 4), isAll], ['abcd', false]);
    stream.unshift(start);
    assert.equal(await text(stream), 'abcdefgh');
  });
});
