import assert from 'node:assert/strict';
import { it } from 'node:test';
import { StoreUnavailable } from '@tintype/crds';
import { refused } from './refused.js';
import { kinds, newObject, noted } from './samples.js';
import type { Stage } from './stage.js';

/** Calls with an ended signal, and writes that `beforeSending` stops. */
export const endedCalls = (stage: Stage): void => {
  const options = { signal: AbortSignal.abort() };

  for (const kind of kinds)
    it(`does nothing with a ${kind} when the signal had already ended`, async () => {
      const created = await stage.create(kind);
      const { namespace } = created.metadata;
      const calls = [
        stage.store.get(kind, created.metadata, options),
        stage.store.list(kind, { namespace }, options),
        stage.store.create(kind, newObject(kind, { namespace, name: 'b' }), options),
        stage.store.update(kind, noted(created, 'x'), options),
        stage.store.delete(kind, created.metadata, options),
      ];
      await Promise.all(calls.map((call) => refused(call, StoreUnavailable)));
      assert.deepEqual((await stage.store.list(kind, { namespace })).items, [created]);
    });

  for (const kind of kinds)
    it(`does not write a ${kind} that beforeSending stops`, async () => {
      const created = await stage.create(kind);
      const { namespace } = created.metadata;
      const unwanted = new StoreUnavailable('it is not wanted any more', 'none');
      const late = {
        beforeSending: () => {
          throw unwanted;
        },
      };
      const calls = [
        stage.store.create(kind, newObject(kind, { namespace, name: 'b' }), late),
        stage.store.update(kind, noted(created, 'x'), late),
        stage.store.delete(kind, created.metadata, late),
      ];
      await Promise.all(calls.map((call) => assert.rejects(call, unwanted)));
      assert.deepEqual((await stage.store.list(kind, { namespace })).items, [created]);
    });
};
