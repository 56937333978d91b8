import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Semaphore } from './semaphore.js';

const stage = (places: number) => {
  const semaphore = new Semaphore(places);
  const started: string[] = [];
  const run = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const settled = semaphore.run(() => {
      started.push(name);
      return promise;
    });
    return { settled, end: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  return { started, run };
};

describe('Semaphore', () => {
  it('runs at most `places` at once, the others first come, first served', async () => {
    const { started, run } = stage(2);
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(run);
    await turn();
    assert.deepEqual(started, ['a', 'b']);
    b?.end();
    assert.equal(await b?.settled, 'b');
    await turn();
    assert.deepEqual(started, ['a', 'b', 'c']);
    for (const each of [a, c]) each?.end();
    await turn();
    assert.deepEqual(started, ['a', 'b', 'c', 'd']);
    d?.end();
    await d?.settled;
  });

  it('passes the place on when work fails, and keeps it when no work waits', async () => {
    const { started, run } = stage(1);
    const [a, b] = ['a', 'b'].map(run);
    a?.fail();
    await assert.rejects(a?.settled ?? Promise.resolve(), /^Error: a$/);
    b?.end();
    assert.equal(await b?.settled, 'b');
    run('c');
    run('d');
    await turn();
    assert.deepEqual(started, ['a', 'b', 'c']);
  });
});
