import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Turns } from './turns.js';

const on = new AbortController().signal;

/** Waits for turns in the given order, and records the order in which they are given. */
const stage = (itemsAtOnce: number, firstItemAtOnce = false) => {
  const turns = new Turns(itemsAtOnce, { firstItemAtOnce });
  const given: string[] = [];
  const releases: (() => void)[] = [];
  const ask = (account: string, batch: string, signal = on, limit?: number) =>
    turns.take({ account, batch }, signal, limit).then((release) => {
      given.push(batch);
      releases.push(release);
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async () => {
    await settled();
    releases.shift()?.();
    await settled();
  };
  return { given, ask, end };
};

describe('Turns', () => {
  it('gives turns to accounts, and then to batches', async () => {
    const { given, ask, end } = stage(1);
    for (let item = 0; item < 4; item += 1) void ask('a', 'a1');
    for (let item = 0; item < 2; item += 1) void ask('a', 'a2');
    for (let item = 0; item < 2; item += 1) void ask('b', 'b1');
    for (let item = 0; item < 9; item += 1) await end();
    assert.deepEqual(given, ['a1', 'b1', 'a2', 'b1', 'a1', 'a2', 'a1', 'a1']);
  });

  it('prefers the account with fewer items in work', async () => {
    const { given, ask, end } = stage(3);
    for (let item = 0; item < 5; item += 1) void ask('a', 'a1');
    void ask('b', 'b1');
    await end();
    assert.deepEqual(given, ['a1', 'a1', 'a1', 'b1']);
  });

  it('gives no turn above the limit of an account', async () => {
    const { given, ask, end } = stage(3);
    for (let item = 0; item < 3; item += 1) void ask('a', 'a1', on, 1);
    void ask('b', 'b1');
    await Promise.resolve();
    await end();
    assert.deepEqual(given, ['a1', 'b1', 'a1']);
  });

  it('lets the first item of an account begin beside a full house, and no second one', async () => {
    const { given, ask, end } = stage(2, true);
    for (let item = 0; item < 3; item += 1) void ask('a', 'a1');
    void ask('b', 'b1');
    void ask('b', 'b2');
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(given, ['a1', 'a1', 'b1']);
    await end();
    assert.deepEqual(given, ['a1', 'a1', 'b1'], 'two turns are taken');
    await end();
    assert.deepEqual(given.slice(3), ['a1'], 'the account with fewer running items');
  });

  it('gives the turn of a stopped request to the next', async () => {
    const { given, ask, end } = stage(1);
    await ask('a', 'a1');
    const left = new AbortController();
    const reason = new Error('stopping');
    const leaving = ask('b', 'b1', left.signal);
    left.abort(reason);
    await assert.rejects(leaving, reason);
    void ask('c', 'c1');
    await end();
    assert.deepEqual(given, ['a1', 'c1']);
  });
});
