import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeTerminationMessage, noActions } from '@tintype/contracts';
import {
  finishedAt,
  hasEnded,
  labels,
  type ObjectMeta,
  operatorPodLabels,
  podRecordOf,
  unreadySince,
} from '@tintype/crds';
import { at, ended, owner, samplePod, sampleSession, unready } from '../../fixtures/session-samples.js';
import { isReady, ownershipOf, type PodOwnership } from './pod-state.js';

const record = { session: 'sess_1', openMs: 1, confirmed: true, crashed: false, counts: noActions };
const message = encodeTerminationMessage(record);

const state = (pod: ReturnType<typeof samplePod>) => ({
  ready: isReady(pod),
  ended: hasEnded(pod),
  finished: finishedAt(pod),
  unready: unreadySince(pod),
  words: podRecordOf(pod),
});

const well = { ready: true, ended: false, finished: undefined, unready: undefined, words: undefined };

describe('the state of a pod', () => {
  const cases: readonly [string, Parameters<typeof samplePod>[0], Partial<ReturnType<typeof state>>][] = [
    ['runs', {}, {}],
    ['was just made', { status: { phase: 'Pending', conditions: [] } }, { ready: false }],
    ['is not ready', { status: unready(1) }, { ready: false, unready: at(1) }],
    [
      'is on a node that is lost',
      { status: { conditions: [{ type: 'Ready', status: 'Unknown', lastTransitionTime: at(2) }] } },
      { ready: false, unready: at(2) },
    ],
    [
      'has ended, and says how',
      { status: ended(3, message) },
      { ready: false, ended: true, finished: at(3), unready: at(3), words: record },
    ],
    [
      'has ended, and says nothing',
      { status: ended(3) },
      { ready: false, ended: true, finished: at(3), unready: at(3) },
    ],
    [
      'has ended in the middle of a write',
      { status: ended(3, message.slice(0, 50)) },
      { ready: false, ended: true, finished: at(3), unready: at(3) },
    ],
    ['was evicted before it ran', { status: { phase: 'Failed' } }, { ended: true }],
    [
      'has another container that ended',
      { status: { containerStatuses: [{ name: 'other', state: { terminated: { exitCode: 0, finishedAt: at(1) } } }] } },
      {},
    ],
  ];
  for (const [name, differs, comes] of cases)
    it(name, () => assert.deepEqual(state(samplePod(differs)), { ...well, ...comes }));
});

describe('the ownership of a pod', () => {
  const claim = [owner({ controller: true })];
  const pool = [owner({ kind: 'BrowserPool', uid: 'pool-uid', controller: true })];
  const another = { ...operatorPodLabels, [labels.session]: 'sess-2' };
  const starting = { phase: 'Binding', startedAt: undefined } as const;
  const unnamed = { ...starting, pod: { name: 'sess-1-2', uid: 'later' } };
  const cases: readonly [string, Partial<ObjectMeta>, Parameters<typeof sampleSession>[0], PodOwnership][] = [
    ['claimed for it', {}, {}, 'claimed'],
    ['claimed for it, and stripped of all else', { labels: {}, finalizers: [], ownerReferences: claim }, {}, 'claimed'],
    ['made for it', { ownerReferences: [owner()], finalizers: [] }, {}, 'created'],
    [
      'created for it by another program, according to its owner',
      { labels: {}, ownerReferences: [owner()], finalizers: [] },
      {},
      'foreign',
    ],
    ['claimed for another', { ownerReferences: [owner({ uid: 'other', controller: true })] }, {}, 'foreign'],
    ['made for another', { ownerReferences: [owner({ uid: 'other' })] }, {}, 'foreign'],
    ['of something else', { ownerReferences: [owner({ kind: 'Job', uid: 'job', controller: true })] }, {}, 'foreign'],
    ['of a pool', { labels: operatorPodLabels, ownerReferences: pool, finalizers: [] }, {}, 'unclaimed'],
    ['labelled as of another', { labels: another, ownerReferences: [] }, {}, 'foreign'],
    ['without owner, and named', { ownerReferences: [] }, {}, 'claimed'],
    ['without owner and label, named, with what a claim leaves', { labels: {}, ownerReferences: [] }, {}, 'claimed'],
    ['without owner and finalizer, named by one that was open', { ownerReferences: [], finalizers: [] }, {}, 'claimed'],
    ['without owner and finalizer, named', { ownerReferences: [], finalizers: [] }, { status: starting }, 'created'],
    [
      'without any of it, named',
      { labels: operatorPodLabels, ownerReferences: [], finalizers: [] },
      { status: starting },
      'unclaimed',
    ],
    ['without owner, and not named', { ownerReferences: [] }, { status: unnamed }, 'unclaimed'],
    ['without any trace', { labels: {}, ownerReferences: [], finalizers: [] }, {}, 'foreign'],
  ];
  for (const [about, metadata, session, comes] of cases)
    it(about, () => assert.equal(ownershipOf(samplePod({ metadata }), sampleSession(session)), comes));
});
