import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type NewPod, operatorPodLabels } from '@tintype/crds';
import { MemoryStore, PlayedClock } from '@tintype/stores/testing';
import { owner, sampleSession } from '../../fixtures/session-samples.js';
import { ColdStart } from './cold-start.js';

const session = sampleSession();
const template = { labels: {}, annotations: {}, spec: { containers: [{ name: 'browser', image: 'browser' }] } };
const name = 'sess-1-1';

const stage = () => {
  const store = new MemoryStore({ clock: new PlayedClock() });
  const source = new ColdStart(store, () => template);
  const podOf = (metadata: Partial<NewPod['metadata']>) =>
    store.create('Pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'default', name, ...metadata },
      spec: { containers: [{ name: 'other', image: 'other' }] },
    });
  return { source, podOf };
};

describe('a pod for an attempt of a session', () => {
  it('is the same one again', async () => {
    const { source } = stage();
    const pod = await source.podFor(session, 1);
    assert.equal(pod.metadata.name, name);
    assert.deepEqual(await source.podFor(session, 1), pod);
  });

  const labels = { ...operatorPodLabels };
  const foreign: readonly [string, Partial<NewPod['metadata']>][] = [
    ['nobody’s', {}],
    [
      'a stateful set’s',
      { ownerReferences: [owner({ apiVersion: 'apps/v1', kind: 'StatefulSet', uid: 'set-uid', controller: true })] },
    ],
    ['another session’s', { labels, ownerReferences: [owner({ uid: 'earlier' })] }],
    ['free for every session', { labels }],
    ['created in the session’s name by another program', { ownerReferences: [owner()] }],
  ];
  for (const [whose, metadata] of foreign)
    it(`has another name where one is there that is ${whose}`, async () => {
      const { source, podOf } = stage();
      const other = await podOf(metadata);
      const pod = await source.podFor(session, 1);
      assert.equal(pod.metadata.name, 'sess-1-1-session-uid');
      assert.notEqual(pod.metadata.uid, other.metadata.uid);
      assert.deepEqual(await source.podFor(session, 1), pod);
    });

  it('fails if the second name is taken too', async () => {
    const { source, podOf } = stage();
    await podOf({});
    await podOf({ name: 'sess-1-1-session-uid' });
    await assert.rejects(source.podFor(session, 1), /Other pods have the names/);
  });
});
