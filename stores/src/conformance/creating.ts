import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AlreadyExists, Invalid, kindInfo, type NewKinds } from '@tintype/crds';
import { refused } from './refused.js';
import { kinds, newObject } from './samples.js';
import type { Stage } from './stage.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const creating = (stage: Stage): void => {
  for (const kind of kinds) {
    describe(`creating a ${kind}`, () => {
      it('returns the stored object', async () => {
        const metadata = {
          ...(await stage.newKey('a.name-with.dots')),
          labels: { 'tintype.dev/x': 'X_1', y: '' },
          annotations: { 'tintype.dev/z': 'any text, ünïcode and\nlines' },
          finalizers: ['tintype.dev/one', 'tintype.dev/two'],
          ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'owner', uid: 'some-uid', controller: true }],
        };
        const created = await stage.store.create(kind, newObject(kind, metadata));
        const { uid, resourceVersion, creationTimestamp, generation, ...rest } = created.metadata;
        assert.deepEqual(rest, metadata);
        assert.match(uid, uuid);
        assert.ok(resourceVersion.length > 0);
        assert.match(creationTimestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
        // Only Kubernetes 1.33 and later give pods a generation: https://github.com/kubernetes/kubernetes/issues/67428
        if (kind !== 'Pod') assert.equal(generation, kindInfo[kind].hasStatus ? 1 : undefined);
        assert.deepEqual([created.apiVersion, created.kind], [kindInfo[kind].apiVersion, kind]);
        assert.deepEqual(await stage.store.get(kind, metadata), created);
      });

      it('is refused when the name is taken, and leaves the object alone', async () => {
        const created = await stage.create(kind);
        const { namespace, name } = created.metadata;
        await refused(
          stage.store.create(kind, newObject(kind, { namespace, name, labels: { x: 'y' } })),
          AlreadyExists,
        );
        assert.deepEqual(await stage.read(kind, created), created);
      });

      it('is refused with a version, which an update would have', async () => {
        const { metadata, ...rest } = await stage.create(kind);
        const other = { ...rest, metadata: { ...metadata, name: 'other' } } as unknown as NewKinds[typeof kind];
        await refused(stage.store.create(kind, other), Invalid);
      });

      it('may take the name of another kind and of another namespace', async () => {
        const { metadata } = await stage.create(kind);
        for (const other of kinds) if (other !== kind) await stage.create(other, { namespace: metadata.namespace });
        assert.notEqual((await stage.create(kind)).metadata.uid, metadata.uid);
      });

      it('makes another object when a name is taken again after a deletion', async () => {
        const first = await stage.create(kind);
        await stage.store.delete(kind, first.metadata);
        const { namespace } = first.metadata;
        const second = await stage.create(kind, { namespace });
        assert.notEqual(second.metadata.uid, first.metadata.uid);
        assert.notEqual(second.metadata.resourceVersion, first.metadata.resourceVersion);
      });

      it('is refused for an invalid name or label', async () => {
        const key = await stage.newKey();
        for (const metadata of [
          { ...key, name: 'Upper' },
          { ...key, name: 'two..dots' },
          { ...key, name: '-a' },
          { ...key, name: 'x'.repeat(254) },
          { ...key, labels: { 'a b': 'c' } },
          { ...key, labels: { a: 'b c' } },
          { ...key, labels: { a: 'x'.repeat(64) } },
          { ...key, finalizers: ['not/a/finalizer'] },
        ])
          await refused(stage.store.create(kind, newObject(kind, metadata)), Invalid);
        assert.deepEqual((await stage.store.list(kind, key)).items, []);
      });

      it('accepts null for fields that the server decides', async () => {
        const nullFields = {
          uid: null,
          generateName: null,
          creationTimestamp: null,
          deletionTimestamp: null,
          generation: null,
        };
        const created = await stage.store.create(
          kind,
          newObject(kind, { ...(await stage.newKey()), ...(nullFields as object) }),
        );
        assert.equal(created.metadata.deletionTimestamp, undefined);
        assert.ok(created.metadata.uid);
      });

      it('gives the name to exactly one of sixteen', async () => {
        const key = await stage.newKey();
        const racers = Array.from({ length: 16 }, (_, index) => ({ ...key, labels: { racer: String(index) } }));
        const outcomes = await Promise.allSettled(
          racers.map((each) => stage.store.create(kind, newObject(kind, each))),
        );
        const created = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
        assert.equal(created.length, 1);
        for (const each of outcomes) if (each.status === 'rejected') assert.ok(each.reason instanceof AlreadyExists);
        assert.deepEqual(await stage.store.get(kind, key), created[0]);
      });
    });
  }
};
