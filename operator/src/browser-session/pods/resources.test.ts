import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@tintype/contracts';
import { recordFinalizer } from '@tintype/crds';
import { at, owner, samplePod, sampleSession } from '../../fixtures/session-samples.js';
import { podGraceSeconds } from '../../session-pod/template.js';
import { deadAt, startByOf } from '../pass/times.js';
import { claimedPod, coldPod, coldPodNames } from './resources.js';

const session = sampleSession();
const now = Date.parse(at(10));

describe('the name of a cold pod', () => {
  it('is another one for each attempt', () =>
    assert.deepEqual(
      [1, 2].map((attempt) => coldPodNames(session, attempt)),
      [
        ['sess-1-1', 'sess-1-1-session-uid'],
        ['sess-1-2', 'sess-1-2-session-uid'],
      ],
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
        ownerReferences: [owner({ controller: false, blockOwnerDeletion: false })],
      },
      spec: { containers: [], restartPolicy: 'Never' },
    });
  });
});

describe('the label for the account', () => {
  const template = { labels: {}, annotations: {}, spec: { containers: [] } };
  const accounts: readonly [string, boolean][] = [
    ['acme', true],
    ['Ac_me-1', true],
    ['a'.repeat(63), true],
    ['a'.repeat(64), false],
    ['_acme', false],
    ['acme-', false],
    ['-', false],
  ];
  for (const [account, isLabel] of accounts)
    it(`is ${isLabel ? '' : 'not '}on the pods of ${account}, made or claimed`, () => {
      const own = sampleSession({ spec: { account } });
      const unclaimed = samplePod({ metadata: { labels: {} } });
      const pods = [coldPod(own, 'sess-1-1', template), claimedPod(unclaimed, own, now)];
      const said = pods.map(({ metadata }) => metadata.labels?.['tintype.dev/account']);
      assert.deepEqual(said, isLabel ? [account, account] : [undefined, undefined]);
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
      'app.kubernetes.io/managed-by': 'tintype-operator',
      'tintype.dev/pool': 'default',
      'tintype.dev/session': 'sess-1',
      'tintype.dev/account': 'acme',
    });
    assert.deepEqual(metadata.finalizers, ['of/another', recordFinalizer]);
    assert.deepEqual(metadata.ownerReferences, [owner({ controller: true, blockOwnerDeletion: false })]);
    assert.deepEqual(metadata.annotations, {
      note: 'kept',
      'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false',
      'karpenter.sh/do-not-disrupt': 'true',
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

  // Until startBy, 90 s open, 20 s to end.
  const deadlines: readonly [string, string | undefined, number][] = [
    ['from its start', at(10), 120],
    ['from its start, which was long ago', at(-90), 220],
    ['from its start, with what was begun of a second', at(8.5), 122],
    ['from now, when it is not known to have started', undefined, 120],
    ['from its start, by a clock that is ahead', at(25), 110],
  ];
  for (const [name, startTime, seconds] of deadlines)
    it(`has a deadline, counted ${name}`, () => {
      const pod = { ...warm, status: startTime === undefined ? {} : { startTime } };
      assert.equal(claimedPod(pod, session, now).spec.activeDeadlineSeconds, seconds);
    });

  for (const startBy of [undefined, at(20), at(290)])
    it(`lets a session have its full time if it may be opened ${startBy ?? 'as late as one by kubectl'}`, () => {
      const late = sampleSession({ spec: { startBy } });
      const { activeDeadlineSeconds = 0 } = claimedPod(samplePod({ status: { startTime: at(-3) } }), late, now).spec;
      const killedAt = Date.parse(at(-3)) + activeDeadlineSeconds * 1000;
      const { maxTtlSeconds } = late.spec;
      assert.ok(killedAt >= startByOf(late) + maxTtlSeconds * 1000, 'it is killed early');
      const endsAt = killedAt + podGraceSeconds * 1000;
      assert.ok(endsAt < deadAt({ startBy: startByOf(late), maxTtlSeconds }), 'it counts as dead while it may run');
    });

  it('ends a pod whose program hangs within a minute after the session, where an api has waited for it', () => {
    const { sessionStartSeconds } = limits;
    const session = sampleSession({ spec: { startBy: at(sessionStartSeconds) } });
    const { activeDeadlineSeconds = 0 } = claimedPod(samplePod({ status: { startTime: at(-3.5) } }), session, now).spec;
    const overrun = activeDeadlineSeconds - 3.5 + podGraceSeconds - session.spec.maxTtlSeconds;
    assert.ok(overrun <= 60, `${overrun} s`);
  });
});
