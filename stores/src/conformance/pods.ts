import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Invalid, type Pod, type PodStatus } from '@tintype/crds';
import { refused } from './refused.js';
import { newObject, withMetadata } from './samples.js';
import type { Stage } from './stage.js';

/** Creates a pod that has a node: its deletion waits for that node. */
const createOnNode = async (stage: Stage, finalizers: string[] = []): Promise<Pod> => {
  const { spec, ...pod } = newObject('Pod', { ...(await stage.newKey()), finalizers });
  return stage.store.create('Pod', { ...pod, spec: { ...spec, nodeName: 'n1', terminationGracePeriodSeconds: 20 } });
};

const secondsBetween = (from: string | undefined, to: string | undefined) =>
  Math.round((Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000);

export const pods = (stage: Stage): void => {
  describe('deleting a Pod that has a node', () => {
    it('waits for the node: the pod is marked with its own grace period, and stays', async () => {
      const pod = await createOnNode(stage);
      const marked = await stage.store.delete('Pod', pod.metadata);
      assert.equal(marked?.metadata.deletionGracePeriodSeconds, 20);
      assert.ok(secondsBetween(pod.metadata.creationTimestamp, marked.metadata.deletionTimestamp) >= 20);
      assert.deepEqual(await stage.read('Pod', pod), marked);
    });

    it('gives a pod 30 seconds by default', async () => {
      const { spec, ...pod } = newObject('Pod', await stage.newKey());
      const { metadata } = await stage.store.create('Pod', { ...pod, spec: { ...spec, nodeName: 'n1' } });
      assert.equal((await stage.store.delete('Pod', metadata))?.metadata.deletionGracePeriodSeconds, 30);
    });

    it('takes the grace period that it is given', async () => {
      const pod = await createOnNode(stage);
      const marked = await stage.store.delete('Pod', pod.metadata, { gracePeriodSeconds: 7 });
      assert.equal(marked?.metadata.deletionGracePeriodSeconds, 7);
    });

    it('changes nothing when it is deleted again, or with a longer period', async () => {
      const pod = await createOnNode(stage);
      const marked = await stage.store.delete('Pod', pod.metadata);
      assert.deepEqual(await stage.store.delete('Pod', pod.metadata), marked);
      assert.deepEqual(await stage.store.delete('Pod', pod.metadata, { gracePeriodSeconds: 60 }), marked);
      assert.deepEqual(await stage.read('Pod', pod), marked);
    });

    it('can be shortened', async () => {
      const pod = await createOnNode(stage);
      const marked = await stage.store.delete('Pod', pod.metadata);
      const shorter = await stage.store.delete('Pod', pod.metadata, { gracePeriodSeconds: 5 });
      assert.equal(shorter?.metadata.deletionGracePeriodSeconds, 5);
      assert.equal(secondsBetween(shorter.metadata.deletionTimestamp, marked?.metadata.deletionTimestamp), 15);
    });

    it('removes it at 0 seconds, as its node does after the containers have ended', async () => {
      const pod = await createOnNode(stage);
      await stage.store.delete('Pod', pod.metadata);
      assert.equal(await stage.store.delete('Pod', pod.metadata, { gracePeriodSeconds: 0 }), undefined);
      assert.equal(await stage.store.get('Pod', pod.metadata), undefined);
    });

    it('removes it at once when forced', async () => {
      const pod = await createOnNode(stage);
      assert.equal(await stage.store.delete('Pod', pod.metadata, { gracePeriodSeconds: 0 }), undefined);
      assert.equal(await stage.store.get('Pod', pod.metadata), undefined);
    });

    it('removes it at once when the pod has ended', async () => {
      for (const phase of ['Failed', 'Succeeded'] as const) {
        const pod = await createOnNode(stage);
        const ended = await stage.store.updateStatus('Pod', { ...pod, status: { ...pod.status, phase } });
        assert.equal(await stage.store.delete('Pod', ended.metadata), undefined);
      }
    });

    it('waits for finalizers after the node', async () => {
      const pod = await createOnNode(stage, ['tintype.dev/record']);
      await stage.store.delete('Pod', pod.metadata);
      const forced = await stage.store.delete('Pod', pod.metadata, { gracePeriodSeconds: 0 });
      assert.equal(forced?.metadata.deletionGracePeriodSeconds, 0);
      assert.deepEqual(await stage.read('Pod', pod), forced);
      await stage.store.update('Pod', withMetadata(forced, { finalizers: [] }));
      assert.equal(await stage.store.get('Pod', pod.metadata), undefined);
    });

    it('waits for the node after finalizers', async () => {
      const pod = await createOnNode(stage, ['tintype.dev/record']);
      const marked = await stage.store.delete('Pod', pod.metadata);
      assert.ok(marked);
      const freed = await stage.store.update('Pod', withMetadata(marked, { finalizers: [] }));
      assert.deepEqual(await stage.read('Pod', pod), freed);
      assert.equal(await stage.store.delete('Pod', pod.metadata, { gracePeriodSeconds: 0 }), undefined);
    });
  });

  it('takes a status from the node of a pod that is being deleted', async () => {
    const pod = await createOnNode(stage);
    const marked = await stage.store.delete('Pod', pod.metadata);
    assert.ok(marked);
    const { deletionTimestamp } = marked.metadata;
    const ended = await stage.store.updateStatus('Pod', {
      ...marked,
      status: { ...marked.status, phase: 'Succeeded' },
    });
    assert.deepEqual([ended.status?.phase, ended.metadata.deletionTimestamp], ['Succeeded', deletionTimestamp]);
  });

  it('stores the times of its status in UTC and whole seconds', async () => {
    const pod = await stage.create('Pod');
    const sentTime = '2030-01-01T10:00:00.987+02:00';
    const storedTime = '2030-01-01T08:00:00Z';
    const condition = { type: 'Ready', status: 'False' } as const;
    const container = { name: 'browser', image: 'browser:1', imageID: '', ready: false, restartCount: 0 };
    const statusAt = (time: string): PodStatus => ({
      phase: 'Failed',
      message: sentTime,
      startTime: time,
      conditions: [{ ...condition, lastTransitionTime: time }],
      containerStatuses: [{ ...container, state: { terminated: { exitCode: 1, startedAt: time, finishedAt: time } } }],
    });
    const { status } = await stage.store.updateStatus('Pod', { ...pod, status: statusAt(sentTime) });
    const expected = statusAt(storedTime);
    assert.deepEqual([status?.startTime, status?.message], [expected.startTime, sentTime]);
    assert.equal(status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime, storedTime);
    const [ended] = status?.containerStatuses ?? [];
    assert.deepEqual(
      [ended?.state?.terminated?.startedAt, ended?.state?.terminated?.finishedAt],
      [storedTime, storedTime],
    );
  });

  it('refuses a status with invalid times', async () => {
    const pod = await stage.create('Pod');
    for (const startTime of ['yesterday', 7])
      await refused(stage.store.updateStatus('Pod', { ...pod, status: { ...pod.status, startTime } } as Pod), Invalid);
  });
};
