import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTaskQueue } from './task-queue.js';

describe('one job a task', () => {
  it('keeps the order, and lets promises settle before the next job', async () => {
    const run = createTaskQueue();
    const done: string[] = [];
    const all = Promise.withResolvers<void>();
    run(() => {
      done.push('one');
      void Promise.resolve()
        .then(() => undefined)
        .then(() => done.push('what one leads to'));
      run(() => {
        done.push('three');
        all.resolve();
      });
    });
    run(() => done.push('two'));
    assert.deepEqual(done, []);
    await all.promise;
    assert.deepEqual(done, ['one', 'what one leads to', 'two', 'three']);
  });

  it('continues after a pause', async () => {
    const run = createTaskQueue();
    for (let round = 0; round < 3; round += 1) {
      const done = Promise.withResolvers<void>();
      run(done.resolve);
      await done.promise;
    }
  });
});
