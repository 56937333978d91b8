import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AlreadyExists, Conflict, type Kind, keyText, NotFound } from '@tintype/crds';
import type { Follower } from './follower.js';
import { kinds, newObject, noted } from './samples.js';
import type { Stage } from './stage.js';

const names = ['a', 'b', 'c', 'd'];

/** Returns a function that draws pseudo-random numbers in [0, 1). One seed always gives the same numbers. */
const randomNumbers = (seed: number) => () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return seed / 2 ** 32;
};

const isLostRace = (error: unknown) =>
  error instanceof AlreadyExists || error instanceof Conflict || error instanceof NotFound;

/**
 * Creates, changes and deletes four objects at random, in 40 steps. Four callers do so at once with the same four
 * objects, so a lost race is no error.
 */
const writeAtRandom = async (stage: Stage, kind: Kind, namespace: string, seed: number): Promise<void> => {
  const random = randomNumbers(seed);
  for (let step = 0; step < 40; step += 1) {
    const key = { namespace, name: names[Math.floor(random() * names.length)] ?? 'a' };
    const object = await stage.store.get(kind, key);
    const call = object
      ? random() < 0.3
        ? stage.store.delete(kind, key)
        : stage.store.update(kind, noted(object, `${seed}-${step}`))
      : stage.store.create(kind, newObject(kind, key));
    await call.catch((error) => {
      if (!isLostRace(error)) throw error;
    });
  }
};

/** Reconnects the follower every 5 ms until `work` has settled, then settles as `work` does. */
const keepReconnecting = async (follower: Follower<Kind>, work: Promise<unknown>): Promise<void> => {
  let isDone = false;
  const ending = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await follower.disconnect();
    follower.connect();
  }
  await ending;
};

export const crowds = (stage: Stage): void => {
  for (const kind of kinds) {
    it(`gives followers of ${kind}s the same objects as a list, also after interruptions`, async () => {
      const { namespace } = await stage.newKey();
      const steadyFollower = await stage.follow(kind, { namespace });
      const reconnectingFollower = await stage.follow(kind, { namespace });
      const writing = Promise.all([1, 2, 3, 4].map((seed) => writeAtRandom(stage, kind, namespace, seed)));
      await keepReconnecting(reconnectingFollower, writing);
      const lastObject = await stage.create(kind, { namespace, name: 'end' });
      const { items } = await stage.store.list(kind, { namespace });
      for (const follower of [steadyFollower, reconnectingFollower]) {
        await follower.until('the end arrives', (objects) => objects.has(keyText(lastObject.metadata)));
        assert.deepEqual(follower.objects, new Map(items.map((object) => [keyText(object.metadata), object])));
        await follower.disconnect();
      }
    });
  }
};
