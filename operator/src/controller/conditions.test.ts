import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findCondition, isTrue, setCondition } from './conditions.js';

const [earlier, now] = ['2030-01-01T00:00:00.000Z', '2030-01-01T00:01:00.000Z'];
const said = { type: 'Ready', status: 'False', reason: 'NoPod', message: 'no pod is free' } as const;
const ready = { ...said, lastTransitionTime: earlier };
const other = { ...ready, type: 'Progressing' };

describe('setCondition', () => {
  it('adds what is new, with the time', () => {
    assert.deepEqual(setCondition(undefined, said, Date.parse(now)), [{ ...said, lastTransitionTime: now }]);
    assert.deepEqual(setCondition([other], said, Date.parse(now)), [other, { ...said, lastTransitionTime: now }]);
  });

  it('moves the time when the status changes', () => {
    const changed = { ...said, status: 'True', reason: 'Bound' } as const;
    assert.deepEqual(setCondition([ready, other], changed, Date.parse(now)), [
      { ...changed, lastTransitionTime: now },
      other,
    ]);
  });

  it('leaves the time when only the reason, the message or the generation changes', () => {
    for (const change of [{ reason: 'NoNode' }, { message: 'none' }, { observedGeneration: 2 }]) {
      const changed = { ...said, ...change };
      assert.deepEqual(setCondition([ready], changed, Date.parse(now)), [{ ...changed, lastTransitionTime: earlier }]);
    }
  });

  it('drops a message that is no longer given', () => {
    const { message, ...silent } = said;
    assert.deepEqual(setCondition([ready], silent, Date.parse(now)), [{ ...silent, lastTransitionTime: earlier }]);
  });

  it('returns the same list if nothing changes, and never changes its argument', () => {
    const list = Object.freeze([Object.freeze(ready), Object.freeze(other)]);
    assert.equal(setCondition(list, said, Date.parse(now)), list);
    assert.notEqual(setCondition(list, { ...said, status: 'True' }, Date.parse(now)), list);
  });
});

describe('findCondition and isTrue', () => {
  it('know nothing of a condition that is not there', () => {
    assert.deepEqual([findCondition(undefined, 'Ready'), findCondition([other], 'Ready')], [undefined, undefined]);
    assert.deepEqual([isTrue(undefined, 'Ready'), isTrue([other], 'Ready')], [false, false]);
  });

  it('tell True from all else', () => {
    assert.equal(findCondition([other, ready], 'Ready'), ready);
    const statuses = ['True', 'False', 'Unknown'] as const;
    assert.deepEqual(
      statuses.map((status) => isTrue([{ ...ready, status }], 'Ready')),
      [true, false, false],
    );
  });
});
