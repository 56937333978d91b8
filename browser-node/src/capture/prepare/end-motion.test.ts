import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Run } from '../run.js';
import { endMotion, endMotionOf } from './end-motion.js';

/** Settles a page that moves the first `rounds` times. Resolves to whether each call may finish animations. */
const settling = async (rounds: number) => {
  const calls: boolean[] = [];
  const finish = async (_: unknown, mayFinish: boolean) => calls.push(mayFinish) <= rounds;
  await endMotion({ finish, wait: async () => undefined, ignore: async () => assert.fail('it ended') });
  return calls;
};

describe('endMotion', () => {
  it('asks twice, with two frames between, so that observers have been called', async () => {
    assert.deepEqual(await settling(0), [true, true]);
  });

  it('asks until nothing moves', async () => {
    assert.equal((await settling(3)).length, 4);
  });

  it('finishes no more than five links of a chain', async () => {
    assert.deepEqual((await settling(7)).slice(4), [true, false, false, false]);
  });

  it('gives up a motion without end, so that the next call does not wait for it', async ({ mock }) => {
    let now = 0;
    mock.method(performance, 'now', () => (now += 900));
    let ignored = 0;
    const ignore = async () => {
      ignored += 1;
    };
    await endMotion({ finish: async () => true, wait: async () => undefined, ignore });
    assert.equal(ignored, 1);
  });
});

describe('endMotionOf', () => {
  const endOn = async (call: () => Promise<unknown>) => {
    const warnings: string[] = [];
    await endMotionOf({ page: { call }, options: {}, deadline: { remaining: 200 }, warnings } as unknown as Run);
    return warnings;
  };

  it('warns of a page that does not answer', async () => {
    assert.deepEqual(await endOn(() => new Promise(() => undefined)), [
      'Moving parts may be shown half way: they still moved when their time was over.',
    ]);
  });

  it('is silent for a page that rests', async () => {
    assert.deepEqual(await endOn(async () => false), []);
  });
});
