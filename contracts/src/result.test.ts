import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeResult, encodeResult, type RenderResult } from './result.js';

const rendered: RenderResult = {
  ok: true,
  job: 'b1',
  contentType: 'image/png',
  length: 3,
  sha256: 'abc',
  targetStatus: 404,
  warnings: ['“ü” was not there'],
  timings: { queue: 1.5, capture: 20 },
};

const failed: RenderResult = { ok: false, job: 'b2', code: 'target_dns', message: 'No such host.', timings: {} };

const head = (value: unknown) => {
  const json = Buffer.from(JSON.stringify(value));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json]);
};

const unreadable: Record<string, Uint8Array> = {
  'nothing at all': new Uint8Array(),
  'half a length': new Uint8Array([0, 0]),
  'a head that is cut': encodeResult(rendered).subarray(0, 40),
  'a length past the end': new Uint8Array([0xff, 0xff, 0xff, 0xff, 0x7b, 0x7d]),
  'a head that is no JSON': new Uint8Array([0, 0, 0, 1, 0x7b]),
  'a head without a job': head({ ok: true }),
  'a code that is not in the table': head({ ...failed, code: 'nonsense' }),
  'a phase that there is not': head({ ...failed, timings: { lunch: 1 } }),
};

describe('announcements', () => {
  it('decode to what was encoded, with their bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(rendered, failed), fc.uint8Array(), (result, body) => {
        const decoded = decodeResult(encodeResult(result, body));
        assert.deepEqual(decoded.result, result);
        assert.deepEqual(Buffer.from(decoded.body), Buffer.from(body));
      }),
    );
  });

  it('are read from within a larger buffer', () => {
    const message = encodeResult(rendered, new Uint8Array([1, 2, 3]));
    const padded = new Uint8Array(message.length + 20);
    padded.set(message, 7);
    const { result, body } = decodeResult(padded.subarray(7, 7 + message.length));
    assert.deepEqual([result, [...body]], [rendered, [1, 2, 3]]);
  });

  for (const [what, message] of Object.entries(unreadable)) {
    it(`are refused with ${what}`, () => assert.throws(() => decodeResult(message)));
  }
});
