import assert from 'node:assert/strict';
import { it } from 'node:test';
import { StoreUnavailable } from '@tintype/crds';
import { refused } from './refused.js';
import { kinds, newObject, noted } from './samples.js';
import type { Stage } from './stage.js';

/** Calls whose signal aborted before they began, and writes that `beforeSending` stops by an error. */
export const endedCalls = (stage: Stage): void => {
  const abortedOptions = { signal: AbortSignal.abort() };

  for (const kind of kinds)
    it(`does nothing with a ${kind} when the signal had already ended`, async () => {
      const created = await stage.create(kind);
      const { namespace } = created.metadata;
      const calls = [
        stage.store.get(kind, created.metadata, abortedOptions),
        stage.store.list(kind, { namespace }, abortedOptions),
        stage.store.create(kind, newObject(kind, { namespace, name: 'b' }), abortedOptions),
        stage.store.update(kind, noted(created, 'x'), abortedOptions),
        stage.store.delete(kind, created.metadata, abortedOptions),
      ];
      await Promise.all(calls.map((call) => refused(call, StoreUnavailable)));
      assert.deepEqual((await stage.store.list(kind, { namespace })).items, [created]);
    });

  for (const kind of kinds)
    it(`does not write a ${kind} that beforeSending stops`, async () => {
      const created = await stage.create(kind);
      const { namespace } = created.metadata;
      const refusal = new StoreUnavailable('it is not wanted any more', 'none');
      const refusingOptions = {
        beforeSending: () => {
          throw refusal;
        },
      };
      const calls = [
        stage.store.create(kind, newObject(kind, { namespace, name: 'b' }), refusingOptions),
        stage.store.update(kind, noted(created, 'x'), refusingOptions),
        stage.store.delete(kind, created.metadata, refusingOptions),
      ];
      await Promise.all(calls.map((call) => assert.rejects(call, refusal)));
      assert.deepEqual((await stage.store.list(kind, { namespace })).items, [created]);
    });
};
