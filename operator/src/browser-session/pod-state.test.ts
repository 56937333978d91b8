import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeTerminationMessage, noActions } from '@tintype/contracts';
import { finishedAt, hasEnded, lastWords, unreadySince } from '@tintype/crds';
import { isClaimedFor, isReady, ownerUid, sessionUid } from './pod-state.js';
import { at, ended, owner, samplePod, sampleSession, unready } from './samples.js';

const record = { session: 'sess_1', openMs: 1, confirmed: true, crashed: false, counts: noActions };
const message = encodeTerminationMessage(record);

const state = (pod: ReturnType<typeof samplePod>) => ({
  ready: isReady(pod),
  ended: hasEnded(pod),
  finished: finishedAt(pod),
  unready: unreadySince(pod),
  words: lastWords(pod),
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

describe('whose a pod is', () => {
  const whose = (ownerReferences: ReturnType<typeof owner>[]) => {
    const pod = samplePod({ metadata: { ownerReferences } });
    return [sessionUid(pod), ownerUid(pod), isClaimedFor(pod, sampleSession())];
  };

  it('made for a session', () => assert.deepEqual(whose([owner()]), ['session-uid', undefined, false]));
  it('claimed for it', () =>
    assert.deepEqual(whose([owner({ controller: true })]), ['session-uid', 'session-uid', true]));
  it('claimed for another', () =>
    assert.deepEqual(whose([owner({ uid: 'other', controller: true })]), ['other', 'other', false]));
  it("nobody's", () => assert.deepEqual(whose([]), [undefined, undefined, false]));
});
