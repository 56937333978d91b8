import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordFinalizer } from '@tintype/crds';
import { coldPodName } from './names.js';
import { claimedPod, coldPod, releasedPod } from './resources.js';
import { at, owner, samplePod, sampleSession } from './samples.js';

const session = sampleSession();
const now = Date.parse(at(10));

describe('the name of a cold pod', () => {
  it('is another one for each attempt', () =>
    assert.deepEqual(
      [1, 2].map((attempt) => coldPodName(session, attempt)),
      ['sess-1-1', 'sess-1-2'],
    ));
});

describe('a cold pod', () => {
  const template = {
    labels: { app: 'browser', 'tintype.dev/session': 'not this' },
    annotations: { note: 'kept' },
    spec: { containers: [], restartPolicy: 'Always' as const },
  };

  it('is the child of its session, and not claimed', () => {
    assert.deepEqual(coldPod(session, 'sess-1-1', template), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        namespace: 'default',
        name: 'sess-1-1',
        labels: {
          app: 'browser',
          'app.kubernetes.io/managed-by': 'tintype-operator',
          'tintype.dev/session': 'sess-1',
          'tintype.dev/account': 'acme',
          'tintype.dev/pool': 'default',
        },
        annotations: { note: 'kept' },
        ownerReferences: [owner()],
      },
      spec: { containers: [], restartPolicy: 'Never' },
    });
  });
});

describe('a claimed pod', () => {
  const warm = samplePod({
    metadata: {
      labels: { 'tintype.dev/pool': 'default' },
      annotations: { note: 'kept' },
      finalizers: ['of/another'],
      ownerReferences: [],
    },
  });

  it('says whose it is, and stays until its end is copied', () => {
    const { metadata } = claimedPod(warm, session, now);
    assert.deepEqual(metadata.labels, {
      'tintype.dev/pool': 'default',
      'tintype.dev/session': 'sess-1',
      'tintype.dev/account': 'acme',
    });
    assert.deepEqual(metadata.finalizers, ['of/another', recordFinalizer]);
    assert.deepEqual(metadata.ownerReferences, [{ ...owner(), controller: true, blockOwnerDeletion: true }]);
    assert.deepEqual(metadata.annotations, {
      note: 'kept',
      'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false',
    });
  });

  it('is the one that was read', () => {
    const { metadata, status } = claimedPod(warm, session, now);
    assert.deepEqual([metadata.uid, metadata.resourceVersion, status], ['pod-uid', '2', warm.status]);
  });

  it('is the same when it is claimed again', () => {
    const claimed = claimedPod(warm, session, now);
    assert.deepEqual(claimedPod(claimed, session, now), claimed);
  });

  // 15 s to begin, 90 s open, 30 s to end.
  const deadlines: readonly [string, string | undefined, number][] = [
    ['from its start', at(10), 135],
    ['from its start, which was long ago', at(-90), 235],
    ['from its start, with what was begun of a second', at(8.5), 137],
    ['from now, when it is not known to have started', undefined, 135],
    ['from its start, by a clock that is ahead', at(15), 135],
  ];
  for (const [name, startTime, seconds] of deadlines)
    it(`has a deadline, counted ${name}`, () => {
      const pod = { ...warm, status: startTime === undefined ? {} : { startTime } };
      assert.equal(claimedPod(pod, session, now).spec.activeDeadlineSeconds, seconds);
    });
});

describe('a released pod', () => {
  it('has lost our finalizer, and no other', () => {
    const pod = samplePod({ metadata: { finalizers: ['of/another', recordFinalizer] } });
    assert.deepEqual(releasedPod(pod).metadata.finalizers, ['of/another']);
  });

  it('is as it was when it had none', () =>
    assert.deepEqual(
      releasedPod(samplePod({ metadata: { finalizers: [] } })),
      samplePod({ metadata: { finalizers: [] } }),
    ));
});
