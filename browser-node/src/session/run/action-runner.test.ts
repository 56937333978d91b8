import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ActionTurns } from './action-runner.js';

const never = new AbortController().signal;

/** Work that ends on demand and records its start. */
const works = () => {
  const began: string[] = [];
  const make = (name: string) => {
    const end = Promise.withResolvers<string>();
    const work = () => {
      began.push(name);
      return end.promise;
    };
    return { work, end: () => end.resolve(name), fail: () => end.reject(new Error(name)) };
  };
  return { began, make };
};

const settled = () => new Promise(setImmediate);

describe('the turns of actions', () => {
  it('come in order of arrival, even if earlier ones fail', async () => {
    const { began, make } = works();
    const turns = new ActionTurns(9);
    const [a, b, c] = [make('a'), make('b'), make('c')];
    const taken = [a, b, c].map(({ work }) => turns.take(work, never));
    taken[0]?.catch(() => undefined);
    await settled();
    assert.deepEqual(began, ['a']);
    a.fail();
    await assert.rejects(taken[0] as Promise<string>, /a/);
    await settled();
    assert.deepEqual(began, ['a', 'b']);
    b.end();
    c.end();
    assert.equal(await taken[2], 'c');
  });

  it('are refused above the limit of waiting actions', async () => {
    const { make } = works();
    const turns = new ActionTurns(2);
    const first = make('a');
    const waiting = [first, make('b'), make('c')].map(({ work }) => turns.take(work, never));
    await assert.rejects(turns.take(make('d').work, never), { code: 'rate_limited' });
    first.end();
    await waiting[0];
    const fifth = make('e');
    turns.take(fifth.work, never).catch(() => undefined);
    await assert.rejects(turns.take(make('f').work, never), { code: 'rate_limited' });
  });

  it('skip actions whose caller has left', async () => {
    const { began, make } = works();
    const turns = new ActionTurns(9);
    const [a, b, c] = [make('a'), make('b'), make('c')];
    const left = new AbortController();
    const first = turns.take(a.work, never);
    const second = turns.take(b.work, left.signal);
    const third = turns.take(c.work, never);
    left.abort(new Error('left'));
    await assert.rejects(second, /left/);
    await settled();
    assert.deepEqual(began, ['a']);
    a.end();
    c.end();
    await Promise.all([first, third]);
    assert.deepEqual(began, ['a', 'c']);
  });
});
