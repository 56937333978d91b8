import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict, Invalid } from '@tintype/crds';
import { refused } from './refused.js';
import { kinds, noted, noteOf, withMetadata } from './samples.js';
import type { Stage } from './stage.js';

const finalizers = ['tintype.dev/one', 'tintype.dev/two'];

const withoutFinalizers = (stage: Stage): void => {
  for (const kind of kinds) {
    describe(`deleting a ${kind}`, () => {
      it('removes it at once when nothing holds it', async () => {
        const { metadata } = await stage.create(kind);
        assert.equal(await stage.store.delete(kind, metadata, {}), undefined);
        assert.equal(await stage.store.get(kind, metadata), undefined);
        assert.deepEqual((await stage.store.list(kind, metadata)).items, []);
      });

      it('succeeds when it does not exist', async () => {
        assert.equal(await stage.store.delete(kind, await stage.newKey()), undefined);
        assert.equal(await stage.store.delete(kind, await stage.newKey(), { uid: 'x' }), undefined);
      });

      it('succeeds for sixteen concurrent callers', async () => {
        const { metadata } = await stage.create(kind);
        const deletions = Array.from({ length: 16 }, () => stage.store.delete(kind, metadata, { uid: metadata.uid }));
        assert.deepEqual(new Set(await Promise.all(deletions)), new Set([undefined]));
        assert.equal(await stage.store.get(kind, metadata), undefined);
      });

      it('removes only the object with the given uid', async () => {
        const first = await stage.create(kind);
        await stage.store.delete(kind, first.metadata, { uid: first.metadata.uid });
        const second = await stage.create(kind, { namespace: first.metadata.namespace });
        await refused(stage.store.delete(kind, first.metadata, { uid: first.metadata.uid }), Conflict);
        assert.deepEqual(await stage.read(kind, second), second);
        assert.equal(await stage.store.delete(kind, first.metadata, { uid: second.metadata.uid }), undefined);
      });

      it('removes only the given version', async () => {
        const created = await stage.create(kind);
        const updated = await stage.store.update(kind, noted(created, 'x'));
        const { resourceVersion } = created.metadata;
        await refused(stage.store.delete(kind, created.metadata, { resourceVersion }), Conflict);
        const current = updated.metadata;
        assert.equal(
          await stage.store.delete(kind, current, { uid: current.uid, resourceVersion: current.resourceVersion }),
          undefined,
        );
      });
    });
  }
};

const withFinalizers = (stage: Stage): void => {
  for (const kind of kinds) {
    describe(`deleting a ${kind} that has finalizers`, () => {
      const createAndDelete = async () => {
        const created = await stage.create(kind, { finalizers });
        const marked = await stage.store.delete(kind, created.metadata);
        assert.ok(marked);
        return { created, marked };
      };

      it('marks it, and returns it', async () => {
        const { created, marked } = await createAndDelete();
        assert.match(marked.metadata.deletionTimestamp ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
        assert.deepEqual(marked.metadata.finalizers, finalizers);
        assert.equal(marked.metadata.uid, created.metadata.uid);
        assert.notEqual(marked.metadata.resourceVersion, created.metadata.resourceVersion);
        assert.deepEqual(await stage.read(kind, created), marked);
      });

      it('changes nothing when it is deleted again', async () => {
        const { created, marked } = await createAndDelete();
        assert.deepEqual(await stage.store.delete(kind, created.metadata), marked);
        assert.deepEqual(await stage.read(kind, created), marked);
      });

      it('removes it with the last finalizer', async () => {
        const { marked } = await createAndDelete();
        const withOneFinalizer = await stage.store.update(
          kind,
          withMetadata(marked, { finalizers: finalizers.slice(1) }),
        );
        assert.equal(
          (await stage.read(kind, withOneFinalizer)).metadata.deletionTimestamp,
          marked.metadata.deletionTimestamp,
        );
        const withNoFinalizer = await stage.store.update(kind, withMetadata(withOneFinalizer, { finalizers: [] }));
        assert.equal(withNoFinalizer.metadata.uid, marked.metadata.uid);
        assert.equal(await stage.store.get(kind, withNoFinalizer.metadata), undefined);
      });

      it('refuses new finalizers', async () => {
        const { marked } = await createAndDelete();
        const withThreeFinalizers = withMetadata(marked, { finalizers: [...finalizers, 'tintype.dev/three'] });
        await refused(stage.store.update(kind, withThreeFinalizers), Invalid);
      });

      it('accepts other updates, and none undoes the deletion', async () => {
        const { marked } = await createAndDelete();
        const { deletionTimestamp, deletionGracePeriodSeconds, ...metadata } = marked.metadata;
        const updated = await stage.store.update(kind, noted({ ...marked, metadata }, 'x'));
        assert.equal(noteOf(updated), 'x');
        assert.equal(updated.metadata.deletionTimestamp, deletionTimestamp);
        assert.equal(updated.metadata.deletionGracePeriodSeconds, deletionGracePeriodSeconds);
      });

      it('keeps the name taken until the object is gone', async () => {
        const { created } = await createAndDelete();
        await assert.rejects(stage.create(kind, { namespace: created.metadata.namespace }));
      });
    });
  }
};

export const deleting = (stage: Stage): void => {
  withoutFinalizers(stage);
  withFinalizers(stage);

  it('increases generation once when it waits for finalizers', async () => {
    const { metadata } = await stage.create('BrowserPool', { finalizers });
    const generations = [metadata.generation];
    for (let step = 0; step < 2; step += 1)
      generations.push((await stage.store.delete('BrowserPool', metadata))?.metadata.generation);
    assert.deepEqual(generations, [1, 2, 2]);
  });
};
