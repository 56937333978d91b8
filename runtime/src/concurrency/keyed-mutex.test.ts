import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { KeyedMutex } from './keyed-mutex.js';

const held = () => Promise.withResolvers<void>();

describe('KeyedMutex', () => {
  it('runs work of one key in order, and other keys meanwhile', async () => {
    const mutex = new KeyedMutex();
    const order: string[] = [];
    const first = held();
    const all = [
      mutex.run('a', async () => {
        await first.promise;
        order.push('a1');
      }),
      mutex.run('a', async () => void order.push('a2')),
      mutex.run('b', async () => void order.push('b1')),
    ];
    await turn();
    assert.deepEqual(order, ['b1']);
    first.resolve();
    await Promise.all(all);
    assert.deepEqual(order, ['b1', 'a1', 'a2']);
  });

  it('starts the next work after a failure', async () => {
    const mutex = new KeyedMutex();
    const failing = mutex.run('a', () => Promise.reject(new Error('broken')));
    const next = mutex.run('a', async () => 2);
    await assert.rejects(failing, /broken/);
    assert.equal(await next, 2);
  });

  it('skips work whose signal aborts first, and keeps the order of the rest', async () => {
    const mutex = new KeyedMutex();
    const first = held();
    const leaving = new AbortController();
    const order: number[] = [];
    const one = mutex.run('a', () => first.promise.then(() => void order.push(1)));
    const two = mutex.run('a', async () => void order.push(2), leaving.signal);
    const three = mutex.run('a', async () => void order.push(3));
    leaving.abort(new Error('left'));
    await assert.rejects(two, /left/);
    await turn();
    assert.deepEqual(order, []);
    first.resolve();
    await Promise.all([one, three]);
    assert.deepEqual(order, [1, 3]);
  });
});
