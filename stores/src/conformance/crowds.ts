import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AlreadyExists, Conflict, type Kind, keyText, NotFound } from '@tintype/crds';
import type { Follower } from './follower.js';
import { kinds, newObject, noted } from './samples.js';
import type { Stage } from './stage.js';

const names = ['a', 'b', 'c', 'd'];

/** Pseudo-random numbers; one seed always gives the same numbers. */
const sequence = (seed: number) => () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return seed / 2 ** 32;
};

const isRace = (error: unknown) =>
  error instanceof AlreadyExists || error instanceof Conflict || error instanceof NotFound;

/** Creates, changes and deletes four objects at random. Others do the same meanwhile, so a lost race is no error. */
const writeAtRandom = async (stage: Stage, kind: Kind, namespace: string, seed: number): Promise<void> => {
  const next = sequence(seed);
  for (let step = 0; step < 40; step += 1) {
    const key = { namespace, name: names[Math.floor(next() * names.length)] ?? 'a' };
    const object = await stage.store.get(kind, key);
    const call = object
      ? next() < 0.3
        ? stage.store.delete(kind, key)
        : stage.store.update(kind, noted(object, `${seed}-${step}`))
      : stage.store.create(kind, newObject(kind, key));
    await call.catch((error) => {
      if (!isRace(error)) throw error;
    });
  }
};

const keepReconnecting = async (follower: Follower<Kind>, until: Promise<unknown>): Promise<void> => {
  let done = false;
  const end = until.finally(() => {
    done = true;
  });
  while (!done) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await follower.disconnect();
    follower.connect();
  }
  await end;
};

export const crowds = (stage: Stage): void => {
  for (const kind of kinds) {
    it(`gives followers of ${kind}s the same objects as a list, also after interruptions`, async () => {
      const { namespace } = await stage.newKey();
      const steady = await stage.follow(kind, { namespace });
      const shaky = await stage.follow(kind, { namespace });
      const writing = Promise.all([1, 2, 3, 4].map((seed) => writeAtRandom(stage, kind, namespace, seed)));
      await keepReconnecting(shaky, writing);
      const end = await stage.create(kind, { namespace, name: 'end' });
      const { items } = await stage.store.list(kind, { namespace });
      for (const follower of [steady, shaky]) {
        await follower.until('the end arrives', (objects) => objects.has(keyText(end.metadata)));
        assert.deepEqual(follower.objects, new Map(items.map((object) => [keyText(object.metadata), object])));
        await follower.disconnect();
      }
    });
  }
};
