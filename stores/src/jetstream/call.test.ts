import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Invalid, StoreUnavailable } from '@tintype/crds';
import { storeErrorFrom } from './call.js';

describe('a failure on NATS', () => {
  it('without an answer may have had an effect when it was a write', () => {
    for (const [isWrite, effect] of [
      [true, 'unknown'],
      [false, 'none'],
    ] as const) {
      const failure = storeErrorFrom(new Error('timeout'), { what: 'create Pod web/a', bucket: 'objects', isWrite });
      assert.ok(failure instanceof StoreUnavailable);
      assert.deepEqual([failure.message, failure.effect], ['create Pod web/a: no answer', effect]);
    }
  });

  it('of our own code is not called the silence of the server', () => {
    const { message } = storeErrorFrom(new TypeError('x is undefined'), {
      what: 'get Pod web/a',
      bucket: 'objects',
      isWrite: false,
    });
    assert.equal(message, 'get Pod web/a: a fault in this program: x is undefined');
  });

  it('is the error of the store that caused it', () => {
    const invalid = new Invalid('no name');
    assert.equal(
      storeErrorFrom(new Error('outer', { cause: invalid }), {
        what: 'get Pod web/a',
        bucket: 'objects',
        isWrite: false,
      }),
      invalid,
    );
  });
});
