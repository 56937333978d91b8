import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict, Invalid, NotFound } from '@tintype/crds';
import { refused, refusedAt } from './refused.js';
import { kinds, newObject, noted, noteOf, withMetadata, withReplicas } from './samples.js';
import type { Stage } from './stage.js';

const ofEveryKind = (stage: Stage): void => {
  for (const kind of kinds) {
    describe(`updating a ${kind}`, () => {
      it('makes a new version of the same object', async () => {
        const created = await stage.create(kind);
        const updated = await stage.store.update(kind, noted(created, 'new'));
        assert.equal(noteOf(updated), 'new');
        assert.equal(updated.metadata.uid, created.metadata.uid);
        assert.equal(updated.metadata.creationTimestamp, created.metadata.creationTimestamp);
        assert.notEqual(updated.metadata.resourceVersion, created.metadata.resourceVersion);
        assert.deepEqual(await stage.read(kind, created), updated);
      });

      it('replaces labels, annotations, finalizers and owners, and removes missing ones', async () => {
        const owner = { apiVersion: 'v1', kind: 'Pod', name: 'owner', uid: 'some-uid' };
        const finalizers = ['tintype.dev/x'];
        const created = await stage.create(kind, { labels: { a: '1', b: '2' }, finalizers, ownerReferences: [owner] });
        const { labels: _, ...metadata } = created.metadata;
        const changed = { ...metadata, annotations: { c: '3' }, finalizers: [], ownerReferences: [] };
        const updated = await stage.store.update(kind, { ...created, metadata: changed });
        const { labels, annotations, finalizers: leftFinalizers, ownerReferences } = updated.metadata;
        assert.deepEqual(
          [labels, annotations, leftFinalizers, ownerReferences],
          [undefined, { c: '3' }, undefined, undefined],
        );
      });

      it('is refused for an outdated object', async () => {
        const created = await stage.create(kind);
        const updated = await stage.store.update(kind, noted(created, 'first'));
        await refused(stage.store.update(kind, noted(created, 'second')), Conflict);
        assert.deepEqual(await stage.read(kind, created), updated);
      });

      it('is refused for an object that is gone', async () => {
        const created = await stage.create(kind);
        await stage.store.delete(kind, created.metadata);
        await refused(stage.store.update(kind, noted(created, 'late')), NotFound);
        assert.equal(await stage.store.get(kind, created.metadata), undefined);
      });

      it('is refused when another object has the name', async () => {
        const created = await stage.create(kind);
        await stage.store.delete(kind, created.metadata);
        const other = await stage.create(kind, { namespace: created.metadata.namespace });
        await refused(stage.store.update(kind, noted(created, 'late')), Conflict);
        const mixedMetadata = { ...created.metadata, resourceVersion: other.metadata.resourceVersion };
        await refused(stage.store.update(kind, noted({ ...created, metadata: mixedMetadata }, 'late')), Conflict);
        assert.deepEqual(await stage.read(kind, created), other);
      });

      it('makes no new version when nothing changes', async () => {
        const created = await stage.create(kind, { labels: { a: '1' } });
        assert.deepEqual(await stage.store.update(kind, created), created);
        assert.deepEqual(await stage.store.update(kind, withMetadata(created, { finalizers: [] })), created);
        assert.deepEqual(await stage.read(kind, created), created);
      });

      it('is refused with an invalid label or finalizer', async () => {
        const created = await stage.create(kind);
        for (const metadata of [
          { labels: { a: 'b c' } },
          { labels: { 'a b': 'c' } },
          { finalizers: ['not/a/finalizer'] },
        ])
          await refused(stage.store.update(kind, withMetadata(created, metadata)), Invalid);
        assert.deepEqual(await stage.read(kind, created), created);
      });

      it('keeps the fields that the server decides', async () => {
        const created = await stage.create(kind);
        const wrongFields = { creationTimestamp: '2001-01-01T00:00:00Z', generation: 17 };
        const updated = await stage.store.update(
          kind,
          noted({ ...created, metadata: { ...created.metadata, ...wrongFields } }, 'x'),
        );
        assert.equal(updated.metadata.creationTimestamp, created.metadata.creationTimestamp);
        assert.equal(updated.metadata.generation, created.metadata.generation);
      });

      it('does not mark the object as deleted', async () => {
        const created = await stage.create(kind);
        for (const change of [{ deletionTimestamp: '2026-01-01T00:00:00Z' }, { deletionGracePeriodSeconds: 5 }])
          await refusedAt('metadata.deletion', stage.store.update(kind, withMetadata(created, change as object)));
        assert.deepEqual(await stage.read(kind, created), created);
      });

      it('succeeds for exactly one of sixteen that were made from one version', async () => {
        const created = await stage.create(kind);
        const racers = Array.from({ length: 16 }, (_, index) => noted(created, String(index)));
        const outcomes = await Promise.allSettled(racers.map((each) => stage.store.update(kind, each)));
        const written = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
        assert.equal(written.length, 1);
        for (const each of outcomes) if (each.status === 'rejected') assert.ok(each.reason instanceof Conflict);
        assert.deepEqual(await stage.read(kind, created), written[0]);
      });

      it('loses none of sixteen changes that retry after a conflict', async () => {
        const created = await stage.create(kind);
        const addLabel = async (label: string): Promise<void> => {
          const current = await stage.read(kind, created);
          const labels = { ...current.metadata.labels, [label]: 'x' };
          await stage.store.update(kind, withMetadata(current, { labels })).catch((error) => {
            if (!(error instanceof Conflict)) throw error;
            return addLabel(label);
          });
        };
        await Promise.all(Array.from({ length: 16 }, (_, index) => addLabel(`l${index}`)));
        assert.equal(Object.keys((await stage.read(kind, created)).metadata.labels ?? {}).length, 16);
      });
    });
  }
};

export const updating = (stage: Stage): void => {
  ofEveryKind(stage);

  it('counts the changes of the spec in generation, and no others', async () => {
    const generations: (number | undefined)[] = [];
    let pool = await stage.create('BrowserPool');
    const recordGeneration = () => generations.push(pool.metadata.generation);
    recordGeneration();
    pool = await stage.store.update('BrowserPool', noted(pool, 'x'));
    recordGeneration();
    pool = await stage.store.updateStatus('BrowserPool', { ...pool, status: { replicas: 1 } });
    recordGeneration();
    pool = await stage.store.update('BrowserPool', withReplicas(pool, 5));
    recordGeneration();
    pool = await stage.store.update('BrowserPool', withReplicas(pool, 5));
    recordGeneration();
    assert.deepEqual(generations, [1, 1, 1, 2, 2]);
  });

  it('keeps the fields of a pod that Tintype does not know', async () => {
    const { kind, apiVersion, metadata, spec } = newObject('Pod', await stage.newKey());
    const [container] = spec.containers;
    assert.ok(container);
    const resources = { limits: { memory: '64Mi' } };
    const unknownFields = {
      hostname: 'somewhere',
      containers: [{ ...container, resources: { ...resources, requests: resources.limits } }],
    };
    const created = await stage.store.create('Pod', {
      kind,
      apiVersion,
      metadata,
      spec: { ...spec, ...unknownFields },
    });
    const updated = await stage.store.update('Pod', noted(created, 'x'));
    const read = await stage.read('Pod', updated);
    assert.equal(read.spec.hostname, 'somewhere');
    assert.deepEqual(read.spec.containers[0]?.resources, unknownFields.containers[0]?.resources);
  });

  it("sets and lowers a pod's activeDeadlineSeconds, and does not raise or remove it", async () => {
    const withDeadline = (pod: Awaited<ReturnType<typeof stage.create<'Pod'>>>, activeDeadlineSeconds: number) => ({
      ...pod,
      spec: { ...pod.spec, activeDeadlineSeconds },
    });
    let pod = await stage.create('Pod');
    pod = await stage.store.update('Pod', withDeadline(pod, 100));
    pod = await stage.store.update('Pod', withDeadline(pod, 50));
    assert.equal(pod.spec.activeDeadlineSeconds, 50);
    await refused(stage.store.update('Pod', withDeadline(pod, 51)), Invalid);
    const { activeDeadlineSeconds: _, ...specWithoutDeadline } = pod.spec;
    await refused(
      stage.store.update('Pod', { ...pod, spec: { ...specWithoutDeadline, containers: pod.spec.containers } }),
      Invalid,
    );
  });

  it('does not change what a pod runs', async () => {
    const pod = await stage.create('Pod');
    const containers = pod.spec.containers.map((each) => ({ ...each, command: ['other'] }));
    await refused(stage.store.update('Pod', { ...pod, spec: { ...pod.spec, containers } }), Invalid);
    await refused(stage.store.update('Pod', { ...pod, spec: { ...pod.spec, restartPolicy: 'Never' } }), Invalid);
  });
};
