import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eachUnlessTyped } from '../../components/typed.js';
import { changesOf, inForm, textsOf } from './limit-form.js';

describe('the limits of an account', () => {
  it('are changed where a field differs', () => {
    const before = textsOf({ ownLimits: { concurrentRenders: null, batchItems: 5, cacheSeconds: 60 } });
    assert.deepEqual([before.concurrentRenders, before.batchItems, before.batchBytes], ['unlimited', '5', '']);
    const after = {
      ...before,
      concurrentRenders: '4',
      batchItems: '',
      requestsPerSecond: ' Unlimited ',
      batchBytes: 'x',
    };
    assert.deepEqual(changesOf(before, after), {
      concurrentRenders: 4,
      requestsPerSecond: null,
      batchItems: 'default',
      batchBytes: 'x',
    });
  });

  it("leave another administrator's change alone, which arrives while one is typed", () => {
    const [before, after] = [5, 7].map((batchItems) => textsOf({ ownLimits: { batchItems } }));
    assert.ok(before && after);
    const now = eachUnlessTyped({ from: before, to: after })({ ...before, concurrentRenders: '4' });
    assert.equal(now.batchItems, '7');
    assert.deepEqual(changesOf(after, now), { concurrentRenders: 4 });
  });

  it('are refused in words of the form', () =>
    assert.equal(
      inForm('It takes a whole number from 1, null for no limit, or "default".'),
      'It takes a whole number from 1, “unlimited”, or nothing for the default.',
    ));
});
