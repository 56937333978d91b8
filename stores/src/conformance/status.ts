import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict, Invalid, NotFound } from '@tintype/crds';
import { refused } from './refused.js';
import { kindsWithStatus, noted, noteOf, statuses, withMetadata, withReplicas, withStatus } from './samples.js';
import type { Stage } from './stage.js';

export const status = (stage: Stage): void => {
  for (const kind of kindsWithStatus) {
    describe(`the status of a ${kind}`, () => {
      it('is written by a call of its own, and read with the object', async () => {
        const created = await stage.create(kind);
        const updated = await stage.store.updateStatus(kind, withStatus(created, statuses[kind]));
        assert.notDeepEqual(updated.status, created.status);
        assert.notEqual(updated.metadata.resourceVersion, created.metadata.resourceVersion);
        assert.equal(updated.metadata.generation, created.metadata.generation);
        assert.deepEqual(updated.spec, created.spec);
        assert.deepEqual(await stage.read(kind, created), updated);
      });

      it('is left alone by an update', async () => {
        const created = await stage.create(kind);
        const changed = await stage.store.updateStatus(kind, withStatus(created, statuses[kind]));
        const updated = await stage.store.update(kind, noted(withStatus(changed, created.status), 'x'));
        assert.deepEqual([updated.status, noteOf(updated)], [changed.status, 'x']);
        const same = await stage.store.update(kind, withStatus(updated, created.status));
        assert.equal(same.metadata.resourceVersion, updated.metadata.resourceVersion);
      });

      it('is ignored at creation', async () => {
        const created = await stage.create(kind);
        const { namespace } = created.metadata;
        const { status: before } = created;
        const other = withStatus({ ...created, metadata: { namespace, name: 'b' } } as typeof created, statuses[kind]);
        assert.deepEqual((await stage.store.create(kind, other)).status, before);
      });

      it('is refused for an outdated object', async () => {
        const created = await stage.create(kind);
        await stage.store.update(kind, noted(created, 'x'));
        await refused(stage.store.updateStatus(kind, withStatus(created, statuses[kind])), Conflict);
      });

      it('is refused for an object that is gone', async () => {
        const created = await stage.create(kind);
        await stage.store.delete(kind, created.metadata);
        await refused(stage.store.updateStatus(kind, withStatus(created, statuses[kind])), NotFound);
      });

      it('makes no new version when nothing changes', async () => {
        const created = await stage.store.updateStatus(kind, withStatus(await stage.create(kind), statuses[kind]));
        assert.deepEqual(await stage.store.updateStatus(kind, created), created);
      });
    });
  }

  // For our own kinds only: an API server writes a pod's labels, annotations and finalizers together with its status.
  it('is all that updateStatus writes of our own kinds', async () => {
    const session = await stage.create('BrowserSession', { finalizers: ['tintype.dev/x'] });
    const changed = noted(withStatus(session, statuses.BrowserSession), 'x');
    const { metadata } = await stage.store.updateStatus('BrowserSession', withMetadata(changed, { finalizers: [] }));
    assert.deepEqual(metadata, { ...session.metadata, resourceVersion: metadata.resourceVersion });
    const pool = await stage.create('BrowserPool');
    const sent = noted(withReplicas({ ...pool, status: { replicas: 7 } }, 7), 'x');
    const updated = await stage.store.updateStatus('BrowserPool', sent);
    assert.deepEqual([updated.status?.replicas, updated.spec.replicas, noteOf(updated)], [7, 1, undefined]);
  });

  it('is refused for a Lease, which has none, also when the Lease is gone', async () => {
    const lease = await stage.create('Lease');
    await refused(stage.store.updateStatus('Lease', lease), Invalid);
    await stage.store.delete('Lease', lease.metadata);
    await refused(stage.store.updateStatus('Lease', lease), Invalid);
  });

  it('is written without the spec of a pod', async () => {
    const pod = await stage.create('Pod');
    const spec = { ...pod.spec, activeDeadlineSeconds: 60 };
    const updated = await stage.store.updateStatus('Pod', {
      ...pod,
      spec,
      status: { ...pod.status, phase: 'Running' },
    });
    assert.deepEqual([updated.status?.phase, updated.spec], ['Running', pod.spec]);
  });

  it('keeps the fields of a status of a pod that Tintype does not know', async () => {
    const pod = await stage.create('Pod');
    const updated = await stage.store.updateStatus('Pod', { ...pod, status: { ...pod.status, hostIP: '10.0.0.1' } });
    assert.equal((await stage.read('Pod', updated)).status?.hostIP, '10.0.0.1');
  });

  it('begins with phase Pending for a pod, and is absent for our own kinds', async () => {
    assert.equal((await stage.create('Pod')).status?.phase, 'Pending');
    assert.equal((await stage.create('BrowserSession')).status, undefined);
    assert.equal((await stage.create('BrowserPool')).status, undefined);
  });
};
