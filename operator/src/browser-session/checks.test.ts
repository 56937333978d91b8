import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CloseReason } from '@tintype/crds';
import { whyNotThisPod, whyOver, whyRejected } from './checks.js';
import type { Reason } from './reasons.js';
import { at, ended, owner, samplePod, sampleSession, unready } from './samples.js';

describe('why an account may not open a session', () => {
  const cases: readonly [string, { disabled: boolean } | undefined, CloseReason | undefined][] = [
    ['it may', { disabled: false }, undefined],
    ['there is none', undefined, 'UnknownAccount'],
    ['it is disabled', { disabled: true }, 'DisabledAccount'],
  ];
  for (const [name, account, reason] of cases) it(name, () => assert.equal(whyRejected({ account }), reason));
});

type PodDiffers = Parameters<typeof samplePod>[0] | 'gone';

const podOf = (differs: PodDiffers) => (differs === 'gone' ? undefined : samplePod(differs));

describe('why a pod can never run a session', () => {
  const unclaimed = { ownerReferences: [owner()] };
  const ofAnother = { ownerReferences: [owner({ uid: 'other', controller: true })] };
  const deleted = { deletionTimestamp: at(1) };
  const cases: readonly [string, PodDiffers, Reason | undefined][] = [
    ['it is claimed for it', {}, undefined],
    ['it was made for it', { metadata: unclaimed }, undefined],
    ['it was made for whoever comes', { metadata: { ownerReferences: [] } }, undefined],
    ['it is not ready yet', { metadata: unclaimed, status: unready(0) }, undefined],
    ['it is gone', 'gone', 'PodGone'],
    ['it has ended', { status: ended(1) }, 'PodEnded'],
    ['it has failed', { status: { phase: 'Failed' } }, 'PodEnded'],
    ['it is claimed for another one', { metadata: ofAnother }, 'PodOfAnother'],
    ['it is being deleted, unclaimed', { metadata: { ...unclaimed, ...deleted } }, 'PodDeleted'],
    // It may run: it has to be closed first.
    ['it is being deleted, and claimed for it', { metadata: deleted }, undefined],
  ];
  for (const [name, differs, reason] of cases)
    it(name, () => assert.equal(whyNotThisPod({ session: sampleSession(), pod: podOf(differs) }), reason));
});

describe('why a session is over', () => {
  const cases: readonly [string, { seconds?: number; deleted?: boolean; pod?: PodDiffers }, CloseReason | undefined][] =
    [
      ['it is not', {}, undefined],
      ['it is not, for a moment', { seconds: 89.999 }, undefined],
      ['it was deleted', { deleted: true }, 'Deleted'],
      ['it was deleted, and everything else is true too', { seconds: 90, deleted: true, pod: 'gone' }, 'Deleted'],
      ['its time is over', { seconds: 90 }, 'Expired'],
      ['its pod is gone', { pod: 'gone' }, 'BrowserCrashed'],
      ['its pod has ended', { pod: { status: ended(1) } }, 'BrowserCrashed'],
      ['its pod is being deleted', { pod: { metadata: { deletionTimestamp: at(1) } } }, 'PodDeleted'],
      ['its pod is not ready any more', { pod: { status: unready(1) } }, 'NodeLost'],
    ];
  for (const [name, { seconds = 1, deleted, pod = {} }, reason] of cases)
    it(name, () => {
      const session = sampleSession(deleted ? { metadata: { deletionTimestamp: at(1) } } : {});
      assert.equal(whyOver({ session, pod: podOf(pod), now: Date.parse(at(seconds)) }), reason);
    });
});
