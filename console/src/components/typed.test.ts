import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eachUnlessTyped, unlessTyped } from './typed.js';

describe('a saved form', () => {
  it('gets the answer in place of what was sent', () => {
    assert.equal(unlessTyped({ from: ' 5 ', to: '' })(' 5 '), '');
    const sent = { bucket: ' pictures ', secret: 'abc' };
    const saved = { bucket: 'pictures', secret: '' };
    assert.deepEqual(eachUnlessTyped({ from: sent, to: saved })(sent), saved);
  });

  it('keeps what was typed meanwhile', () => {
    assert.equal(unlessTyped({ from: '5', to: '' })('57'), '57');
    const [sent, saved] = [
      { bucket: 'a', secret: 'abc' },
      { bucket: 'a', secret: '' },
    ];
    assert.deepEqual(eachUnlessTyped({ from: sent, to: saved })({ ...sent, bucket: 'ab' }), {
      bucket: 'ab',
      secret: '',
    });
  });
});
