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
        const made = await stage.made(kind);
        const updated = await stage.store.updateStatus(kind, withStatus(made, statuses[kind]));
        assert.notDeepEqual(updated.status, made.status);
        assert.notEqual(updated.metadata.resourceVersion, made.metadata.resourceVersion);
        assert.equal(updated.metadata.generation, made.metadata.generation);
        assert.deepEqual(updated.spec, made.spec);
        assert.deepEqual(await stage.read(kind, made), updated);
      });

      it('is left alone by an update', async () => {
        const made = await stage.made(kind);
        const running = await stage.store.updateStatus(kind, withStatus(made, statuses[kind]));
        const updated = await stage.store.update(kind, noted(withStatus(running, made.status), 'x'));
        assert.deepEqual([updated.status, noteOf(updated)], [running.status, 'x']);
        const same = await stage.store.update(kind, withStatus(updated, made.status));
        assert.equal(same.metadata.resourceVersion, updated.metadata.resourceVersion);
      });

      it('is ignored at creation', async () => {
        const made = await stage.made(kind);
        const { namespace } = made.metadata;
        const { status: before } = made;
        const other = withStatus({ ...made, metadata: { namespace, name: 'b' } } as typeof made, statuses[kind]);
        assert.deepEqual((await stage.store.create(kind, other)).status, before);
      });

      it('is refused for an outdated object', async () => {
        const made = await stage.made(kind);
        await stage.store.update(kind, noted(made, 'x'));
        await refused(stage.store.updateStatus(kind, withStatus(made, statuses[kind])), Conflict);
      });

      it('is refused for an object that is gone', async () => {
        const made = await stage.made(kind);
        await stage.store.delete(kind, made.metadata);
        await refused(stage.store.updateStatus(kind, withStatus(made, statuses[kind])), NotFound);
      });

      it('makes no new version when nothing changes', async () => {
        const made = await stage.store.updateStatus(kind, withStatus(await stage.made(kind), statuses[kind]));
        assert.deepEqual(await stage.store.updateStatus(kind, made), made);
      });
    });
  }

  // For our own kinds only: an API server writes a pod's labels, annotations and finalizers together with its status.
  it('is all that updateStatus writes of our own kinds', async () => {
    const session = await stage.made('BrowserSession', { finalizers: ['tintype.dev/x'] });
    const changed = noted(withStatus(session, statuses.BrowserSession), 'x');
    const { metadata } = await stage.store.updateStatus('BrowserSession', withMetadata(changed, { finalizers: [] }));
    assert.deepEqual(metadata, { ...session.metadata, resourceVersion: metadata.resourceVersion });
    const pool = await stage.made('BrowserPool');
    const sent = noted(withReplicas({ ...pool, status: { replicas: 7 } }, 7), 'x');
    const updated = await stage.store.updateStatus('BrowserPool', sent);
    assert.deepEqual([updated.status?.replicas, updated.spec.replicas, noteOf(updated)], [7, 1, undefined]);
  });

  it('is refused for a Lease, which has none, also when the Lease is gone', async () => {
    const lease = await stage.made('Lease');
    await refused(stage.store.updateStatus('Lease', lease), Invalid);
    await stage.store.delete('Lease', lease.metadata);
    await refused(stage.store.updateStatus('Lease', lease), Invalid);
  });

  it('is written without the spec of a pod', async () => {
    const pod = await stage.made('Pod');
    const spec = { ...pod.spec, activeDeadlineSeconds: 60 };
    const updated = await stage.store.updateStatus('Pod', {
      ...pod,
      spec,
      status: { ...pod.status, phase: 'Running' },
    });
    assert.deepEqual([updated.status?.phase, updated.spec], ['Running', pod.spec]);
  });

  it('keeps the fields of a status of a pod that Tintype does not know', async () => {
    const pod = await stage.made('Pod');
    const updated = await stage.store.updateStatus('Pod', { ...pod, status: { ...pod.status, hostIP: '10.0.0.1' } });
    assert.equal((await stage.read('Pod', updated)).status?.hostIP, '10.0.0.1');
  });

  it('begins with phase Pending for a pod, and is absent for our own kinds', async () => {
    assert.equal((await stage.made('Pod')).status?.phase, 'Pending');
    assert.equal((await stage.made('BrowserSession')).status, undefined);
    assert.equal((await stage.made('BrowserPool')).status, undefined);
  });
};
