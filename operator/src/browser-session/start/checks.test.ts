import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CloseReason } from '@tintype/crds';
import { at, ended, owner, samplePod, sampleSession, unready } from '../../stages/session-samples.js';
import type { Reason } from '../pass/reasons.js';
import { whyNotThisPod, whyRejected } from './checks.js';

describe('why a session is not begun', () => {
  const cases: readonly [string, { disabled: boolean } | undefined, CloseReason | undefined][] = [
    ['it may', { disabled: false }, undefined],
    ['there is none', undefined, 'UnknownAccount'],
    ['it is disabled', { disabled: true }, 'DisabledAccount'],
  ];
  for (const [name, account, reason] of cases)
    it(name, () => assert.equal(whyRejected({ session: sampleSession(), account }), reason));

  it('it may be open later than anybody waits', () => {
    const startingAt = (seconds: number) => sampleSession({ spec: { startBy: at(seconds) } });
    const account = { disabled: false };
    assert.equal(whyRejected({ session: startingAt(295), account }), undefined);
    assert.equal(whyRejected({ session: startingAt(296), account }), 'StartByTooLate');
  });
});

type PodDiffers = Parameters<typeof samplePod>[0];

describe('why a pod can never run a session', () => {
  const unclaimed = { ownerReferences: [owner()] };
  const ofAnother = { ownerReferences: [owner({ uid: 'other', controller: true })] };
  const deleted = { deletionTimestamp: at(1) };
  const ofStatefulSet = owner({ apiVersion: 'apps/v1', kind: 'StatefulSet', uid: 'set', controller: true });
  const ofPool = owner({ kind: 'BrowserPool', uid: 'pool', controller: true });
  const cases: readonly [string, PodDiffers, Reason | undefined][] = [
    ['it is claimed for it', {}, undefined],
    ['it was made for it', { metadata: unclaimed }, undefined],
    ['it was made for whoever comes', { metadata: { ownerReferences: [] } }, undefined],
    ['it is not ready yet', { metadata: unclaimed, status: unready(0) }, undefined],
    ['it has ended', { status: ended(1) }, 'PodEnded'],
    ['it has failed', { status: { phase: 'Failed' } }, 'PodEnded'],
    ['it is claimed for another one', { metadata: ofAnother }, 'PodOfAnother'],
    ['it was made for another one', { metadata: { ownerReferences: [owner({ uid: 'other' })] } }, 'PodOfAnother'],
    ['it is a stateful set’s', { metadata: { ownerReferences: [ofStatefulSet] } }, 'PodOfAnother'],
    [
      'it was made by another program',
      { metadata: { ...unclaimed, finalizers: [], labels: { app: 'nats' } } },
      'PodOfAnother',
    ],
    ['it is warm, and its pool’s', { metadata: { ownerReferences: [ofPool] } }, undefined],
    ['it is being deleted, unclaimed', { metadata: { ...unclaimed, ...deleted } }, 'PodDeleted'],
    // It may run: it has to be closed first.
    ['it is being deleted, and claimed for it', { metadata: deleted }, undefined],
  ];
  for (const [name, differs, reason] of cases)
    it(name, () => assert.equal(whyNotThisPod({ session: sampleSession(), pod: samplePod(differs) }), reason));
});
