import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { closeFrame, Frames } from './frames.js';

/** A server's frame with a payload of this many bytes. */
const frame = (length: number, opcode = 1): Buffer => {
  const payload = Buffer.alloc(length, 0xff);
  const first = Buffer.from([0x80 | opcode]);
  if (length < 126) return Buffer.concat([first, Buffer.from([length]), payload]);
  const wide = Buffer.alloc(length < 65_536 ? 2 : 8);
  if (length < 65_536) wide.writeUInt16BE(length);
  else wide.writeBigUInt64BE(BigInt(length));
  return Buffer.concat([first, Buffer.from([length < 65_536 ? 126 : 127]), wide, payload]);
};

const lengths = fc.array(fc.constantFrom(0, 1, 125, 126, 127, 65_535, 65_536, 70_000), { minLength: 1, maxLength: 6 });

describe('frames of a WebSocket', () => {
  it('are found in chunks of any size', () => {
    fc.assert(
      fc.property(lengths, fc.array(fc.nat(80_000), { maxLength: 12 }), (some, cuts) => {
        const all = some.map((length) => frame(length));
        const bytes = Buffer.concat(all);
        const ends = all.map((_, at) => Buffer.concat(all.slice(0, at + 1)).length);
        const frames = new Frames();
        const places = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort(
          (a, b) => a - b,
        );
        places.slice(1).forEach((end, at) => {
          const start = places[at] ?? 0;
          const firstEnd = frames.read(bytes.subarray(start, end));
          const expected = ends.find((each) => each > start && each <= end);
          assert.equal(firstEnd, expected === undefined ? undefined : expected - start);
          assert.equal(frames.isBetweenFrames, ends.includes(end));
        });
        assert.equal(frames.hasClosed, false);
      }),
    );
  });

  it('are recognised as closing', () => {
    const frames = new Frames();
    const bytes = Buffer.concat([frame(10), closeFrame({ code: 1000, reason: 'over' })]);
    for (const byte of bytes) frames.read(Buffer.from([byte]));
    assert.deepEqual([frames.hasClosed, frames.isBetweenFrames], [true, true]);
  });
});

describe('the frame that closes', () => {
  it('has code and reason', () => {
    assert.equal(closeFrame({ code: 4001, reason: 'x' }).toString('hex'), '88030fa178');
  });
});
