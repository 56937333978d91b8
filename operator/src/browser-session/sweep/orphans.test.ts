import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noActions } from '@tintype/contracts';
import type { SessionOpen, TakenSlot } from '@tintype/ledger';
import { at, owner, samplePod, sampleSession } from '../../fixtures/session-samples.js';
import { orphanedParts, orphansOf } from './orphans.js';

const uuid = '00000000-0000-4000-8000-000000000001';
/** The name of an object that the api created contains the id. */
const session = `sess_${uuid}`;
const name = `sess-${uuid}`;
const key = { namespace: 'default', name };

const slot: TakenSlot = { account: 'acme', session, ...key, startBy: at(20), sequence: 7 };
const options = { maxTtlSeconds: 90, proxy: false, bypassBotDetection: false, cdp: false };
const open: SessionOpen = {
  session,
  account: 'acme',
  uid: 'session-uid',
  ...key,
  options,
  startBy: at(20),
  unattended: false,
};
const podOf = (name: string) => {
  const ownerReferences = [owner({ name, controller: true })];
  return samplePod({ metadata: { labels: {}, ownerReferences, creationTimestamp: at(0) } });
};
const pod = podOf(name);
const nothing = { slots: [], opens: [], pods: [] };

describe('the leftovers of sessions', () => {
  const startBy = Date.parse(at(20));

  it('is nothing', () => assert.deepEqual(orphansOf(nothing), []));

  it('is a slot', () =>
    assert.deepEqual(orphansOf({ ...nothing, slots: [slot] }), [{ session, key, startBy, pods: [], slot }]));

  it('is an open', () =>
    assert.deepEqual(orphansOf({ ...nothing, opens: [open] }), [{ session, key, startBy, pods: [], open }]));

  it('is a pod, whose session had a minute to begin', () =>
    assert.deepEqual(orphansOf({ ...nothing, pods: [pod] }), [
      { session, key, startBy: Date.parse(at(60)), pods: [pod] },
    ]));

  it('are one entry per session, with its latest startBy', () =>
    assert.deepEqual(orphansOf({ slots: [slot], opens: [open], pods: [pod, pod] }), [
      { session, key, startBy: Date.parse(at(60)), pods: [pod, pod], slot, open },
    ]));

  it('is another session each', () => {
    const other = { ...slot, session: 'sess_other', name: 'by-hand' };
    assert.deepEqual(
      orphansOf({ ...nothing, slots: [slot, other] }).map((orphan) => orphan.session),
      [session, 'sess_other'],
    );
  });

  it('is known by its uid when somebody named it by hand', () => {
    assert.deepEqual(
      orphansOf({ ...nothing, pods: [podOf('by-hand')] }).map((orphan) => orphan.session),
      ['sess_session-uid'],
    );
  });

  it('is no pod that has no owner', () =>
    assert.deepEqual(orphansOf({ ...nothing, pods: [samplePod({ metadata: { ownerReferences: [] } })] }), []));
});

describe('the orphaned parts if an object of the name exists', () => {
  const orphan = { session, key, startBy: 0, pods: [], slot, open };
  const standing = (uid: string, differs: { name?: string } = {}) =>
    sampleSession({ metadata: { name, uid, ...differs } });

  it('everything, when there is none', () => assert.equal(orphanedParts(orphan, undefined), orphan));

  it('nothing of its own', () => assert.equal(orphanedParts(orphan, standing('session-uid')), undefined));

  it('the open of an earlier object of the name, but not the slot', () =>
    assert.deepEqual(orphanedParts(orphan, standing('second-uid')), { session, key, startBy: 0, pods: [], open }));

  it('nothing but a slot, which may be its own', () => {
    const { open: _, ...rest } = orphan;
    assert.equal(orphanedParts(rest, standing('second-uid')), undefined);
  });

  const over = (phase: 'Closed' | 'Failed' | 'Rejected', reason: string) => {
    const ready = { type: 'Ready', status: 'False', message: '', lastTransitionTime: at(0), reason } as const;
    const fixed = { closeReason: 'Deleted', credits: 0, counts: noActions } as const;
    return sampleSession({ metadata: { name, uid: 'session-uid' }, status: { phase, ...fixed, conditions: [ready] } });
  };
  const withoutOpen = { session, key, startBy: 0, pods: [], slot };

  it('the slot of one that is over, and has given it back', () => {
    assert.deepEqual(orphanedParts(orphan, over('Closed', 'Charged')), withoutOpen);
    const { slot: _, ...rest } = orphan;
    assert.equal(orphanedParts(rest, over('Closed', 'Charged')), undefined);
    assert.equal(orphanedParts(orphan, over('Closed', 'Deleted')), undefined);
  });

  for (const [phase, reason] of [
    ['Failed', 'StartTimeout'],
    ['Rejected', 'NoFreeSlot'],
    ['Closed', 'NotCharged'],
  ] as const)
    it(`the open, too, of one that is ${phase} for ${reason}: it was not there yet when its passes looked`, () => {
      assert.deepEqual(orphanedParts(orphan, over(phase, reason)), orphan);
      const { open: _, ...rest } = orphan;
      assert.deepEqual(orphanedParts(rest, over(phase, reason)), withoutOpen);
    });

  it('everything of an earlier object that was named by hand, since its uid is its id', () => {
    const byHand = { session: 'sess_first-uid', key: { namespace: 'default', name: 'by-hand' }, startBy: 0, pods: [] };
    assert.equal(orphanedParts(byHand, standing('second-uid', { name: 'by-hand' })), byHand);
  });
});
