import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PlayedClock } from '@tintype/stores/testing';
import { type Deleted, Expectations } from './expectations.js';

const child = (
  name: string,
  uid = `uid of ${name}`,
  differs: { deletionTimestamp?: string; resourceVersion?: string } = {},
) => ({
  metadata: { namespace: 'n', name, uid, resourceVersion: '1', ...differs },
});

const [one, two] = ['one', 'two'].map((uid) => ({ uid, resourceVersion: '1' })) as [Deleted, Deleted];

const stage = () => {
  const clock = new PlayedClock();
  const expectations = new Expectations(clock);
  const create = (...names: string[]) => {
    for (const name of names) expectations.expectCreation('n/pool', { namespace: 'n', name });
  };
  return { clock, expectations, create, observe: expectations.observe };
};

describe('Expectations', () => {
  it('are satisfied when nothing was done', () => {
    const { expectations } = stage();
    assert.equal(expectations.isSatisfied('n/pool'), true);
    assert.deepEqual(expectations.pending('n/pool'), { creations: 0, deletions: 0 });
  });

  it('wait until each created child has appeared', () => {
    const { expectations, create, observe } = stage();
    create('a', 'b');
    expectations.expectCreation('n/other', { namespace: 'n', name: 'c' });
    observe(undefined, child('a'));
    observe(undefined, child('stranger'));
    observe(undefined, child('a'));
    assert.deepEqual(expectations.pending('n/pool'), { creations: 1, deletions: 0 });
    observe(undefined, child('b'));
    assert.deepEqual([expectations.isSatisfied('n/pool'), expectations.isSatisfied('n/other')], [true, false]);
  });

  it('do not take the change of an older child of the same name for the new one', () => {
    const { expectations, create, observe } = stage();
    create('a');
    observe(child('a', 'old'), child('a', 'old'));
    observe(child('a', 'old'), undefined);
    assert.equal(expectations.isSatisfied('n/pool'), false);
    observe(undefined, child('a', 'new'));
    assert.equal(expectations.isSatisfied('n/pool'), true);
  });

  it('wait until the deleted child, not one of its name, is gone or marked', () => {
    const { expectations, observe } = stage();
    expectations.expectDeletion('n/pool', one);
    expectations.expectDeletion('n/pool', two);
    observe(child('a', 'earlier'), undefined);
    observe(child('a', 'one'), child('a', 'one'));
    assert.deepEqual(expectations.pending('n/pool'), { creations: 0, deletions: 2 });
    observe(child('a', 'one'), undefined);
    observe(child('b', 'two'), child('b', 'two', { deletionTimestamp: '2030-01-01T00:00:00Z' }));
    assert.equal(expectations.isSatisfied('n/pool'), true);
  });

  it('drop the deletion of a child that has a newer version', () => {
    const { expectations, observe } = stage();
    expectations.expectDeletion('n/pool', one);
    observe(child('a', 'one', { resourceVersion: '0' }), child('a', 'one'));
    assert.equal(expectations.isSatisfied('n/pool'), false);
    observe(child('a', 'one'), child('a', 'one', { resourceVersion: '2' }));
    assert.equal(expectations.isSatisfied('n/pool'), true);
  });

  it('know which deletion got no answer, until it is asked for again or settled', () => {
    const { expectations, observe } = stage();
    expectations.doubtDeletion('never expected');
    for (const each of [one, two]) expectations.expectDeletion('n/pool', each);
    for (const { uid } of [one, two]) expectations.doubtDeletion(uid);
    assert.deepEqual(expectations.pending('n/pool'), { creations: 0, deletions: 2 });
    assert.deepEqual(
      [one, two].map(({ uid }) => expectations.isInDoubt(uid)),
      [true, true],
    );
    expectations.expectDeletion('n/pool', one);
    observe(child('b', 'two'), undefined);
    assert.deepEqual(
      [one, two].map(({ uid }) => expectations.isInDoubt(uid)),
      [false, false],
    );
    assert.deepEqual(expectations.pending('n/pool'), { creations: 0, deletions: 1 });
  });

  it('are taken back for a call that had no effect', () => {
    const { expectations, create } = stage();
    create('a');
    expectations.expectDeletion('n/pool', one);
    expectations.withdrawCreation({ namespace: 'n', name: 'a' });
    expectations.withdrawDeletion('one');
    expectations.withdrawDeletion('never expected');
    assert.equal(expectations.isSatisfied('n/pool'), true);
  });

  it('expire after five minutes, each on its own', async () => {
    const { expectations, create, clock } = stage();
    create('a');
    await clock.advance(200_000);
    create('b');
    await clock.advance(100_000 - 1);
    assert.equal(expectations.pending('n/pool').creations, 2);
    await clock.advance(1);
    assert.equal(expectations.pending('n/pool').creations, 1);
    await clock.advance(200_000);
    assert.equal(expectations.isSatisfied('n/pool'), true);
  });

  it('are forgotten with their owner alone', () => {
    const { expectations, create } = stage();
    create('a', 'b');
    expectations.expectDeletion('n/other', one);
    expectations.forget('n/pool');
    assert.deepEqual([expectations.isSatisfied('n/pool'), expectations.isSatisfied('n/other')], [true, false]);
  });
});
